const { key = '', sent } = document.getElementById('draft')!.dataset;

// Keeps the text in the tab until it is sent, against a lost session or connection.
if (sent !== undefined) sessionStorage.removeItem(key);
const field = document.querySelector<HTMLTextAreaElement>('#message');
if (field) field.value ||= sessionStorage.getItem(key) ?? '';
document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLTextAreaElement && target.id === 'message') sessionStorage.setItem(key, target.value);
});
