import { collection } from '../../kernel/work.ts'

/** Ids of units that left their plant in this piece of work. */
export const removedUnits = collection<string>('removed units')
