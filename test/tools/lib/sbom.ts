import type { Package } from './notices.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly properties?: readonly { readonly name: string }[];
  readonly [key: string]: unknown;
}

/** The part of CycloneDX that is read here. */
interface Sbom {
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp?: string; readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
  readonly [key: string]: unknown;
}

/**
 * The software bill of materials of what is bundled, from that of the whole installation. The same sources give the same
 * text: it has no time and no serial number.
 *
 * @param text CycloneDX of `npm sbom`
 * @param product our name and version
 * @param bundled the packages that are part of the product
 * @throws where npm doesn't list a bundled package
 */
export function bundledSbom(text: string, product: Package, bundled: readonly Package[]): string {
  const { serialNumber: _, metadata, components, dependencies, ...format } = JSON.parse(text) as Sbom;
  const { timestamp: __, component, ...origin } = metadata;
  const kept = bundled.map(({ name, version }) => {
    const found = components.find((each) => each.name === name && each.version === version);
    if (!found) throw new Error(`npm sbom lists no ${name} ${version}`);
    // To npm it is for development only, because bundles bring it to users.
    const properties = found.properties?.filter((each) => each.name !== 'cdx:npm:package:development') ?? [];
    return { ...found, properties };
  });
  const refs = new Set(kept.map((each) => each['bom-ref']));
  const own = { ref: component['bom-ref'], dependsOn: [...refs] };
  const others = dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  const described = { ...component, type: 'application', name: product.name, version: product.version };
  const sbom = {
    ...format,
    metadata: { ...origin, component: described },
    components: kept,
    dependencies: [own, ...others],
  };
  return `${JSON.stringify(sbom, undefined, 2)}\n`;
}
