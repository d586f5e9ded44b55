const { key = '', sent } = document.getElementById('draft')!.dataset;

// A lost session or a broken line must not cost anybody their words: they stay in their tab until they are sent.
if (sent !== undefined) sessionStorage.removeItem(key);
const field = document.querySelector<HTMLTextAreaElement>('#message');
if (field) field.value ||= sessionStorage.getItem(key) ?? '';
document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLTextAreaElement && target.id === 'message') sessionStorage.setItem(key, target.value);
});
