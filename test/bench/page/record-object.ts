/** A charge record as the service sends it. */
export interface RecordObject {
  readonly chargeStart: string;
  readonly chargeEnd: string;
  readonly location: string;
  readonly energy: number;
  readonly isPublic: boolean;
  readonly startPercentRemaining: number;
  readonly endPercentRemaining: number;
  readonly chargingType: string;
}
