import { lampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { z } from 'zod'
import { configuring, defineCommands } from './declaration.ts'
import { indexes, lamp, name, page } from './fields.ts'

export const lampCommands = defineCommands({
  setLampName: { body: z.strictObject({ lamp, lampName: name }), obeyedBy: 'lampUnits', ...configuring },
  setParam: { body: z.strictObject({ lamp, params: lampParams }), obeyedBy: 'lampUnits', ...configuring },
  setMultiParam: {
    body: z.strictObject({ page, indexes, params: lampParams }),
    obeyedBy: 'lampUnits',
    ...configuring,
  },
})
