// Without a script there is no button, and the browser prints by its own menu.
document.querySelector('[data-print]')?.addEventListener('click', () => print());
