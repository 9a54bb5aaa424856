import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** What the demo's data needs of the estate file that it shares with the simulator. */
const estateFile = z.object({
  units: z.array(
    z.object({
      type: z.string(),
      serial: z.string(),
      lamps: z.int(),
      enrolled: z.boolean(),
      plant: z.string().optional(),
    }),
  ),
})

export type DemoUnit = z.infer<typeof estateFile>['units'][number]

export const readEstate = (path: string): DemoUnit[] => estateFile.parse(JSON.parse(readFileSync(path, 'utf8'))).units
