import type { ActionOutput } from '../../shared/api/actions.ts'
import { wallTime } from '../../shared/format/wall-time.ts'

/** The last signature: which month, and up to which entry. */
export type Signed = ActionOutput<'getLogbookState'>['signed']

/** Whether an entry came later for a month that had been signed; what is of the months after it waits for their signature. */
export const isLate = ({ no, at }: { no: number; at: string }, signed: Signed, timezone: string): boolean =>
  signed !== null && no > signed.upTo && wallTime(at, timezone).slice(0, 7) <= signed.month
