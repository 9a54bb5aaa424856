import { lampsPerPage } from '@vigilux/contract/features/groups/group.ts'
import { z } from 'zod'
import { configuring, defineCommands } from './declaration.ts'
import { index, indexes, lamp, page, serial } from './fields.ts'

const serials = z.array(serial).min(1).max(lampsPerPage)

export const configurationCommands = defineCommands({
  /** Writes serials at places of a page; a place that was taken is overwritten. */
  setLgSerialId: {
    body: z.strictObject({ page, lampId: z.array(z.strictObject({ index, serial })).min(1).max(lampsPerPage) }),
    obeyedBy: 'lampUnits',
    ...configuring,
  },
  deleteLgSerialId: { body: z.strictObject({ page, indexes }), obeyedBy: 'lampUnits', ...configuring },
  /** The n-th new serial takes the place of the n-th old one; name, groups and parameters stay. */
  substituteLogicaFM: { body: z.strictObject({ old: serials, new: serials }), obeyedBy: 'lampUnits', ...configuring },
  configLogica: {
    body: z.strictObject({ modalita_config_logica: z.int().min(0).max(5) }),
    obeyedBy: 'everyUnit',
    ...configuring,
  },
  config: {
    body: z.strictObject({ num_lamp: lamp, ore_autonomia: z.union([1, 1.5, 2, 3, 8].map((h) => z.literal(h))) }),
    obeyedBy: 'everyUnit',
    ...configuring,
  },
})
