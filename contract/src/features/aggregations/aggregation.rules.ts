import type { Lamp } from '../lamps/lamp.ts'
import type { Aggregation } from './aggregation.ts'

/** Whether a lamp belongs to an aggregation: same unit, and at least one common group. */
export const isInAggregation = (
  lamp: Pick<Lamp, 'cu' | 'groups'>,
  { cu, groups }: Pick<Aggregation, 'cu' | 'groups'>,
): boolean => lamp.cu === cu && groups.some((group) => lamp.groups.includes(group))
