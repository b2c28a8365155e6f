/**
 * What makes the control page live: the clock ticks, requests appear as they come, the other panels follow changes that
 * are made elsewhere. Everything that came over the wire enters the page as text.
 */
export const controlScript = `
const mostRows = 200;
const note = document.querySelector('[data-live-note]');

const shown = { at: performance.now() };
setInterval(() => {
  const time = document.querySelector('[data-now]');
  const moment = Date.parse(time.dataset.now) + (performance.now() - shown.at) * Number(time.dataset.speed);
  time.textContent = new Date(moment).toISOString().slice(0, 19).replace('T', ' ');
}, 500);

function addRequest({ id, at, method, path, status, durationMs, rules }) {
  const body = document.querySelector('[data-requests]');
  if (id <= Number(body.dataset.last)) return;
  body.dataset.last = id;
  const cell = (content, name, code) => {
    const made = document.createElement('td');
    if (name) made.className = name;
    const inner = code ? made.appendChild(document.createElement('code')) : made;
    inner.textContent = content;
    return made;
  };
  const row = document.createElement('tr');
  row.append(
    cell(at.slice(11, 19)),
    cell(method + ' ' + path, '', true),
    cell(status ?? 'none', (status ?? 599) >= 400 ? 'bad' : ''),
    cell(durationMs, 'number'),
    cell(rules.join(', '), '', true),
  );
  body.prepend(row);
  while (body.rows.length > mostRows) body.deleteRow(-1);
}

let waiting = false;
async function refresh() {
  if (waiting) return;
  waiting = true;
  await new Promise((resolve) => setTimeout(resolve, 100));
  waiting = false;
  const answer = await fetch(location.pathname, { headers: { Accept: 'text/html' } });
  // Without its style, whose nonce is not this page's.
  const text = (await answer.text()).replace(/<style[^]*?<.style>/, '');
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  shown.at = performance.now();
  for (const selector of ['#clock .time', '#clock .quiet', '[data-live="faults"]', '#vehicles']) {
    const [old, next] = [document.querySelector(selector), fresh.querySelector(selector)];
    if (old && next && !old.contains(document.activeElement)) old.replaceWith(next);
  }
  const freeze = '#clock [name="freeze"]';
  const [button, next] = [document.querySelector(freeze), fresh.querySelector(freeze)];
  [button.value, button.textContent] = [next.value, next.textContent];
}

const last = document.querySelector('[data-requests]').dataset.last;
const events = new EventSource('/sandbox/events?since=' + last);
events.addEventListener('open', () => {
  note.textContent = 'Newest first, live. Secrets are hidden.';
  // What changed before the stream was there, or while it was away.
  void refresh();
});
events.addEventListener('error', () => (note.textContent = 'The sandbox does not respond.'));
events.addEventListener('request', ({ data }) => addRequest(JSON.parse(data)));
for (const name of ['clock', 'faults', 'state']) events.addEventListener(name, refresh);

const copy = document.querySelector('[data-copy]');
copy.hidden = !navigator.clipboard;
copy.addEventListener('click', async () => {
  await navigator.clipboard.writeText(document.querySelector('[data-environment]').textContent);
  document.querySelector('[data-copied]').textContent = 'Copied.';
});
`;
