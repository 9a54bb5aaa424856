import { z } from 'zod'
import { configuring, defineCommands } from './declaration.ts'
import { group, indexes, page } from './fields.ts'

export const groupCommands = defineCommands({
  setGroup: { body: z.strictObject({ page, indexes, group }), obeyedBy: 'lampUnits', ...configuring },
  removeGroup: { body: z.strictObject({ page, indexes, group }), obeyedBy: 'lampUnits', ...configuring },
  /** One 16-bit big-endian word per lamp of the page, bit n-1 for group n. Only within a batch. */
  setMultiGroup: {
    body: z.strictObject({ page, payload: z.string().regex(/^[0-9A-F]{128}$/) }),
    obeyedBy: 'lampUnits',
    ...configuring,
  },
  /** 01 begins a batch, 03 ends it and takes effect. */
  setBatch: { body: z.strictObject({ param: z.enum(['01', '03']) }), obeyedBy: 'lampUnits', ...configuring },
})
