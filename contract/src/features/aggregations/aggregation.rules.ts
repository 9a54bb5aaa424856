import type { Lamp } from '../lamps/lamp.ts'
import type { Aggregation } from './aggregation.ts'

/** Whether a lamp belongs to an aggregation: it is of that unit, and in one of those groups. */
export const isInAggregation = (
  lamp: Pick<Lamp, 'cu' | 'groups'>,
  { cu, groups }: Pick<Aggregation, 'cu' | 'groups'>,
): boolean => lamp.cu === cu && groups.some((group) => lamp.groups.includes(group))
