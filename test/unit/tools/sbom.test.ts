import assert from 'node:assert/strict';
import { bundledSbom } from '../../tools/lib/sbom.ts';

function component(name: string, version = '1.0.0') {
  const properties = [{ name: 'cdx:npm:package:development', value: 'true' }];
  return { 'bom-ref': `${name}@${version}`, type: 'library', name, version, properties };
}

const ofAll = (serialNumber: string) =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    serialNumber,
    metadata: { timestamp: serialNumber, tools: [{ name: 'cli' }], component: component('folder') },
    components: [component('zod'), component('zod', '2.0.0'), component('hono'), component('eslint')],
    dependencies: [
      { ref: 'folder@1.0.0', dependsOn: ['eslint@1.0.0', 'hono@1.0.0'] },
      { ref: 'hono@1.0.0', dependsOn: ['zod@2.0.0', 'eslint@1.0.0'] },
      { ref: 'zod@2.0.0' },
      { ref: 'eslint@1.0.0', dependsOn: ['zod@1.0.0'] },
    ],
  });
const product = { name: 'explorer', version: '3.0.0' };
const bundled = [
  { name: 'hono', version: '1.0.0' },
  { name: 'zod', version: '2.0.0' },
];

describe('the software bill of materials', () => {
  it('lists what is bundled, in its version, and nothing that only builds and tests', () => {
    const { metadata, components, dependencies } = JSON.parse(bundledSbom(ofAll('1'), product, bundled)) as {
      metadata: { component: object };
      components: readonly { 'bom-ref': string; properties: unknown }[];
      dependencies: unknown;
    };
    assert.deepEqual(
      components.map((each) => [each['bom-ref'], each.properties]),
      [
        ['hono@1.0.0', []],
        ['zod@2.0.0', []],
      ],
    );
    assert.deepEqual(dependencies, [
      { ref: 'folder@1.0.0', dependsOn: ['hono@1.0.0', 'zod@2.0.0'] },
      { ref: 'hono@1.0.0', dependsOn: ['zod@2.0.0'] },
      { ref: 'zod@2.0.0', dependsOn: [] },
    ]);
    assert.deepEqual(metadata.component, { ...component('folder'), ...product, type: 'application' });
  });

  it('is the same whenever it is made', () => {
    assert.equal(bundledSbom(ofAll('1'), product, bundled), bundledSbom(ofAll('2'), product, bundled));
  });

  it('cannot be made without a package that is bundled', () => {
    assert.throws(() => bundledSbom(ofAll('1'), product, [{ name: 'new', version: '1.0.0' }]), /no new 1\.0\.0/);
  });
});
