import { collection } from '../../kernel/work.ts'

/** Ids of units removed from their plant in this piece of work. */
export const removedUnits = collection<string>('removed units')
