/** What a person does about a finding that has no fix, or needs more than its fix. */
export interface Edit {
  readonly kind: string;
  /** On the finding's line, when it was found; the text there once the fixes are made. */
  readonly from: string;
  readonly to: string;
  /** Names that are put there. Each stands in what the finding says: nothing else is known. */
  readonly uses: readonly string[];
}

/** In the order of the findings of `client.mjs`. */
export const edits: readonly Edit[] = [
  {
    kind: 'code-exchange',
    from: "const code = new URL(redirect).searchParams.get('code');",
    to: "const user = new URL(redirect).searchParams.get('user_id');",
    uses: ['user_id'],
  },
  {
    kind: 'refresh-token',
    from: `  if (existsSync('kept.txt')) {
    return { grant_type: 'refresh_token', refresh_token: readFileSync('kept.txt', 'utf8') };
  }
`,
    to: '',
    uses: [],
  },
  {
    kind: 'code-exchange',
    from: "  return { grant_type: 'authorization_code', code, redirect_uri: 'http://localhost:3000/callback' };",
    to: `  return {
    grant_type: 'client_credentials',
    client_id: SMARTCAR_CLIENT_ID,
    client_secret: SMARTCAR_CLIENT_SECRET,
  };`,
    uses: ['client_credentials', 'client_id', 'client_secret'],
  },
  {
    kind: 'refresh-token',
    from: "  writeFileSync('kept.txt', answer.refresh_token);\n",
    to: '',
    uses: [],
  },
  {
    kind: 'token-address',
    from: 'https://auth.smartcar.com/oauth/token',
    to: 'https://iam.smartcar.com/oauth2/token',
    uses: ['https://iam.smartcar.com/oauth2/token'],
  },
  {
    kind: 'v2-path',
    from: "const { vehicles } = await read('/vehicles');",
    to: `const { data } = await read('/connections');
const vehicles = data.map((each) => each.relationships.vehicle.data.id);`,
    uses: ['/connections', 'data', 'relationships.vehicle.data.id'],
  },
  {
    kind: 'v2-path',
    from: 'const { make, model } = await read(`/vehicles/${id}`);',
    to: 'const { model } = (await read(`/vehicles/${id}`)).data.attributes;',
    uses: ['data.attributes'],
  },
  {
    kind: 'v2-path',
    from: 'const { capacity } = await read(`/vehicles/${id}/signals/tractionbattery-nominalcapacity`);',
    to: 'const { capacity } = (await read(`/vehicles/${id}/signals/tractionbattery-nominalcapacity`)).attributes.body;',
    uses: ['attributes.body'],
  },
  {
    kind: 'moved-field',
    from: 'const { records } =',
    to: 'const { values: records } =',
    uses: ['values'],
  },
  {
    kind: 'make-path',
    from: 'await read(`/vehicles/${id}/${make.toLowerCase()}/charge/records?startDate=${day}`);',
    to: '(await read(`/vehicles/${id}/signals/charge-chargerecords`)).attributes.body;',
    uses: ['/signals/charge-chargerecords', 'attributes.body'],
  },
  {
    kind: 'date-parameter',
    from: 'const charges = records.map(',
    to: 'const charges = records.filter(({ startTime }) => startTime >= day).map(',
    uses: ['startTime'],
  },
  {
    kind: 'moved-field',
    from: 'record.energy,',
    to: 'record.energyAdded,',
    uses: ['energyAdded'],
  },
  {
    kind: 'moved-field',
    from: 'record.isPublic,',
    to: 'record.isPublicCharger,',
    uses: ['isPublicCharger'],
  },
  {
    kind: 'missing-user-header',
    from: 'headers: { authorization: `Bearer ${accessToken}` }',
    to: "headers: { authorization: `Bearer ${accessToken}`, 'sc-user-id': user }",
    uses: ['sc-user-id', 'user_id'],
  },
];
