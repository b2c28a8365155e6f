// Stands for the machine's hosts: what the client asks of the service's addresses, the sandbox answers.
const sandbox = process.env.SANDBOX_URL;
const hosts = {
  'auth.smartcar.com': '/oauth/token',
  'api.smartcar.com': '/v2.0/',
  'iam.smartcar.com': '/oauth2/token',
  'vehicle.api.smartcar.com': '/v3/',
};
const { fetch } = globalThis;

globalThis.fetch = (address, options) => {
  const { host, pathname, search } = new URL(address);
  if (!pathname.startsWith(hosts[host] ?? '-')) throw new Error(`${address} is nothing of the service's`);
  return fetch(`${sandbox}${pathname}${search}`, options);
};
