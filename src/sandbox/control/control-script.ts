/**
 * The script of the control page: it turns forms into requests of the control API, updates the clock, lists requests as
 * they arrive, and refreshes live parts after every change. All received data is inserted into the page as text.
 */
export const controlScript = `
const mostRows = 200;
const find = (selector) => document.querySelector(selector);

let shownAt = performance.now();
setInterval(() => {
  const time = find('time');
  const moment = Date.parse(time.dateTime) + (performance.now() - shownAt) * Number(time.dataset.speed);
  time.textContent = new Date(moment).toISOString().slice(0, 19).replace('T', ' ');
}, 500);

// Of the number field, a number in any form; of all others, JSON.
const read = (value) => (/^[\\d.]/.test(value) ? Number(value) : JSON.parse(value));

document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const [method, path] = event.target.dataset.send.split(' ');
  const fields = [...new FormData(event.target, event.submitter)].filter(([, value]) => value !== '');
  const { effect, ...body } = Object.fromEntries(fields.map(([name, value]) => [name, read(value)]));
  const answer = await fetch(path, { method, body: method === 'DELETE' ? null : JSON.stringify({ ...body, ...effect }) });
  find('[data-problem]').textContent = answer.ok ? '' : (await answer.json()).description;
  await refresh();
});

async function refresh() {
  const answer = await fetch(location.pathname, { headers: { Accept: 'text/html' } });
  // Without its style, whose nonce is not this page's.
  const text = (await answer.text()).replace(/<style[^]*?<.style>/, '');
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  shownAt = performance.now();
  for (const old of document.querySelectorAll('[data-live]')) {
    const next = fresh.querySelector('[data-live="' + old.dataset.live + '"]');
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    old.replaceChildren(...(next?.childNodes ?? []));
    if (focused) (document.getElementById(focused.id) ?? old).focus();
  }
}

let waiting = false;
async function refreshSoon() {
  if (waiting) return;
  waiting = true;
  await new Promise((resolve) => setTimeout(resolve, 100));
  waiting = false;
  await refresh();
}

function addRequest({ at, method, path, status, durationMs, rules, hint }) {
  const row = find('[data-requests]').insertRow(0);
  for (const content of [at.slice(11, 19), method + ' ' + path, status ?? 'none', durationMs, hint ?? rules.join(', ')]) {
    row.insertCell().textContent = content;
  }
  row.classList.toggle('bad', (status ?? 599) >= 400);
  if (row.parentElement.rows.length > mostRows) row.parentElement.deleteRow(-1);
}

// The stream begins with the requests so far. Where it broke off, the browser asks for those after the last one.
const events = new EventSource('/sandbox/events?since=0');
const sayConnection = (text) => (find('[data-connection]').textContent = text);
events.addEventListener('open', () => {
  sayConnection('Newest first, live. Secrets are hidden.');
  void refreshSoon();
});
events.addEventListener('error', () => sayConnection('The sandbox does not respond.'));
events.addEventListener('request', ({ data }) => {
  const request = JSON.parse(data);
  addRequest(request);
  if (['connect', 'disconnect', 'delete-connection', 'delete-user', 'subscribe', 'unsubscribe'].includes(request.operation)) void refreshSoon();
});
for (const name of ['clock', 'faults', 'state', 'charge']) events.addEventListener(name, refreshSoon);

find('[data-copy]').addEventListener('click', async () => {
  await navigator.clipboard.writeText(find('[data-environment]').textContent);
  find('[data-copied]').textContent = 'Copied.';
});
`;
