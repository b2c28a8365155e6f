/** What `--help` prints. */
export const usage = `Usage: vehicle-data-sandbox [options]

The vehicle token and data service on this machine: tokens with the real lifetimes, Connect, nominal capacity, charge
records, and every documented error when you ask for it. It prints one line of JSON with its addresses when it is ready,
listens on localhost only, and needs no account, no network and no car.

Options
  --port N            Port on localhost; 0, the default, takes a free one
  --seed N            Which world to serve: the same seed has the same vehicles and charges (default 1)
  --state FILE        Keeps grants, tokens, choices and the clock in FILE, so that they outlive a restart
  --scenario FILE     JSON that replaces owners, vehicles, records or options of the application, and plans faults
  --auto-approve      Connect answers at once with all vehicles of the first owner, for CI
  --stop-with-stdin   Ends when standard input closes
  --exit-when-idle S  Ends when no lease was held and no request came in for S seconds of real time
  --print-schema scenario
                      Prints the JSON Schema of scenario files, and ends
  --help              Shows this

Try it
  vehicle-data-sandbox --port 4711 --auto-approve
  open http://localhost:4711/sandbox/      (clock, faults, vehicles, live requests, rules)

.env of an application that uses the official SDK (it reads both origins by itself)
  SMARTCAR_CLIENT_ID=...        as printed: clientId
  SMARTCAR_CLIENT_SECRET=...    as printed: clientSecret
  SMARTCAR_AUTH_ORIGIN=http://localhost:4711
  SMARTCAR_API_ORIGIN=http://localhost:4711

The clock: every expiry follows it
  curl localhost:4711/sandbox/clock -d '{"advance": 7200}'                  the access token expires
  curl localhost:4711/sandbox/clock -d '{"set": "2027-01-01", "freeze": true}'
  curl localhost:4711/sandbox/clock -d '{"freeze": false, "speed": 60}'     a minute each second

Faults: once, n times or always, for one endpoint or any, for one vehicle or all
  curl localhost:4711/sandbox/faults -d '{"operation": "records", "error": {"type": "RATE_LIMIT", "retryAfter": 30}}'
  curl localhost:4711/sandbox/faults -d '{"operation": "token", "drop": true, "when": "after"}'
  curl localhost:4711/sandbox/faults -d '{"operation": "any", "times": "always", "error": {"type": "BILLING"}}'
  curl -X DELETE localhost:4711/sandbox/faults

Data and state
  curl localhost:4711/sandbox/charges -d '{"vehicleId": "..."}'             one more charge, ended just now
  curl localhost:4711/sandbox/requests                                      what was asked, without secrets
  curl localhost:4711/sandbox/state > saved.json                            holds live tokens
  curl -T saved.json localhost:4711/sandbox/state
  curl -X POST localhost:4711/sandbox/reset

A scenario
  {"$schema": "http://localhost:4711/sandbox/scenario.schema.json",
   "clock": {"set": "2026-01-01", "freeze": true},
   "application": {"redirectUris": ["http://localhost:3000/callback"], "rateLimit": "documented"},
   "owners": [{"name": "Kim", "vehicles": [{"make": "BMW", "model": "iX1", "year": 2025}]},
              {"name": "Fleet", "vehicles": {"count": 3000}}]}

All control paths: /sandbox/openapi.json. The service itself: /sandbox/service.openapi.json.
Exit codes: 0 asked to end, or idle; 1 could not run; 2 wrong options or scenario.
`;
