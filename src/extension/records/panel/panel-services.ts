import type { Disposable, Event } from '../../../common/event.ts';
import type { ServiceError } from '../../../service/model/errors.ts';
import type { SaveFile } from '../export/save-file.ts';
import type { AskNominal } from '../load/nominal-capacities.ts';
import type { RecordCache } from '../load/record-cache.ts';
import type { LoadServices } from '../load/record-load.ts';
import type { ChargeRecordsTarget, RecordsSource } from '../../../viewer/messages/target.ts';
import type { DroppedFile, HostAnswers, ViewerContext } from '../../../viewer/messages/to-host.ts';
import type { ViewerStrings } from '../../../viewer/messages/viewer-strings.ts';
import type { SavedView } from './saved-views.ts';

/** The views of the target's environment. */
interface ViewServices {
  /** The one that was used last. */
  readonly last: (target: ChargeRecordsTarget) => SavedView['view'] | undefined;
  /** Has the user choose a view, or change those that there are. Gets how the table is arranged now. */
  readonly choose: (target: ChargeRecordsTarget, now: SavedView['view']) => Promise<HostAnswers['views']>;
}

/** What a viewer needs of the rest. */
export interface PanelServices extends LoadServices {
  /** Records that outlive a reload of the window. Absent: nothing is cached. */
  readonly cache?: Pick<RecordCache, 'put' | 'get'>;
  /** Does what helps against a failure. True if asking again makes sense now; tells the user itself if not. */
  readonly remedy: (source: RecordsSource, error: ServiceError) => Promise<boolean>;
  /** The unit of the target's energies, where one is known (the document gives none). */
  readonly energyUnit: (target: ChargeRecordsTarget) => string | undefined;
  /** How times are written unless the user has chosen otherwise in a viewer: as it is set, which may be no zone. */
  readonly timeZone: () => string;
  /** Has the user choose a time zone; undefined: none. Gets the one that times are written by now. */
  readonly chooseTimeZone: (now: string) => Promise<string | undefined>;
  /** `energyUnit` or `timeZone` may say something else now. */
  readonly onDidChangeSettings: Event<void>;
  /** The user's columns, for viewers to come; of any shape, because the page alone reads them. */
  readonly layout: { readonly kept: () => unknown; readonly keep: (layout: unknown) => void };
  readonly views: ViewServices;
  /** Says what the viewer in front shows; undefined: none is in front. */
  readonly context?: (context: ViewerContext | undefined) => void;
  readonly clipboard: (text: string) => PromiseLike<void>;
  /** Has the user choose one of these texts. The place of the one that was chosen; undefined if none was. */
  readonly pick: (title: string, items: readonly string[]) => PromiseLike<number | undefined>;
  /** Shows a text as JSON beside the viewer, not to be edited. */
  readonly showJson: (name: string, text: string) => Promise<void>;
  /** Undefined also where it could not be asked for. */
  readonly nominal?: AskNominal;
  /** What the service says of a vehicle's capacity has come, by the vehicle's id; it may be something else than before. */
  readonly onDidLearnNominal?: Event<string>;
  /** One of these vehicles has a new record, as far as that is known without asking the service. */
  readonly onDidAddRecords?: (sources: readonly RecordsSource[], listener: () => void) => Disposable | undefined;
  readonly saveFile: SaveFile;
  /** Shows the records of a file that was dropped on the viewer, in one of its own. */
  readonly openDropped: (file: DroppedFile) => void;
  /** Says something that the user should know and that nothing is wrong with. */
  readonly tell: (text: string) => void;
  readonly strings: ViewerStrings;
  /** `env.language`. */
  readonly language: string;
}
