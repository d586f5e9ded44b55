const { key = '', sent } = document.getElementById('draft')!.dataset;
const field = document.querySelector<HTMLTextAreaElement>('#message');

// A lost session or a broken line must not cost anybody their words.
if (sent !== undefined) sessionStorage.removeItem(key);
if (field) {
  field.value ||= sessionStorage.getItem(key) ?? '';
  field.addEventListener('input', () => {
    sessionStorage.setItem(key, field.value);
    count();
  });
  count();
}

function count(): void {
  if (field) document.getElementById('message-count')!.textContent = `${field.value.length} / ${field.maxLength}`;
}
