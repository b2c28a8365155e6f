import type { Disposable, Event } from '../../../common/event.ts';
import type { NamedText } from '../../window/memory-documents.ts';
import type { ServiceError } from '../../../service/model/errors.ts';
import type { SaveFile } from '../export/save-file.ts';
import type { AskNominal } from '../load/nominal-capacities.ts';
import type { LoadServices } from '../load/record-load.ts';
import type { ChargeRecordsTarget, RecordsSource } from '../../../viewer/messages/target.ts';
import type { DroppedFile, ViewerContext } from '../../../viewer/messages/to-host.ts';

/** What a viewer needs from the rest of the extension. */
export interface PanelServices extends LoadServices {
  /** Applies the remedy for a failure. True if loading again makes sense now; otherwise it informs the user itself. */
  readonly remedy: (source: RecordsSource, error: ServiceError) => Promise<boolean>;
  /** What adds a charge to a vehicle, if it is one of the sandbox. */
  readonly simulateCharge?: (source: RecordsSource) => (() => PromiseLike<unknown>) | undefined;
  /** The unit of the target's energies, if known (the specification gives none). */
  readonly energyUnit: (target: ChargeRecordsTarget) => string | undefined;
  /** How times are shown unless the user has chosen otherwise in a viewer: the setting, which may hold any text. */
  readonly timeZone: () => string;
  /** Fires when `energyUnit` or `timeZone` may have changed. */
  readonly onDidChangeSettings: Event<void>;
  /** The user's column layout, for future viewers. It may have any shape, because only the page reads it. */
  readonly layout: { readonly kept: () => unknown; readonly keep: (layout: unknown) => void };
  /** Sets the context of the active viewer; undefined if none is active. */
  readonly context?: (context: ViewerContext | undefined) => void;
  readonly clipboard: (text: string) => PromiseLike<void>;
  /** Lets the user choose one of these texts. Returns its index; undefined if none was chosen. */
  readonly pick: (title: string, items: readonly string[]) => PromiseLike<number | undefined>;
  /** Shows read-only JSON beside the viewer. */
  readonly showJson: (name: string, text: string) => Promise<void>;
  /** Shows how two JSON texts differ, in VS Code's diff editor. */
  readonly compareJson: (older: NamedText, newer: NamedText) => Promise<void>;
  /** Resolves to undefined also if the service could not be asked. */
  readonly nominal?: AskNominal;
  /** Fires with a vehicle's ID when the service has reported its nominal capacity, which may have changed. */
  readonly onDidLearnNominal?: Event<string>;
  /** Fires when one of these vehicles has a new record, as far as that is known without a request to the service. */
  readonly onDidAddRecords?: (sources: readonly RecordsSource[], listener: () => void) => Disposable | undefined;
  readonly saveFile: SaveFile;
  /** Shows the records of a file that was dropped on the viewer, in a viewer of its own. */
  readonly openDropped: (file: DroppedFile) => void;
  /** Shows information to the user that is not an error. */
  readonly tell: (text: string) => void;
  /** `l10n.bundle`: the texts in the user's language, which the page shares. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
  /** `env.language`. */
  readonly language: string;
}
