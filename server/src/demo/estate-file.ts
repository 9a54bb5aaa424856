import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** What the demo's data needs of the estate file that it shares with the simulator. */
const estateFile = z.object({
  /** Years of tests and repairs that its plants have behind them; none where it is left out. */
  years: z.int().optional(),
  units: z.array(
    z.object({
      type: z.string(),
      serial: z.string(),
      lamps: z.int(),
      enrolled: z.boolean(),
      plant: z.string().optional(),
      /** What the unit goes through, where it is not well. */
      plays: z.string().optional(),
    }),
  ),
})

export type DemoEstateFile = z.infer<typeof estateFile>
export type DemoUnit = DemoEstateFile['units'][number]

export const readEstate = (path: string): DemoEstateFile => estateFile.parse(JSON.parse(readFileSync(path, 'utf8')))

/** An enrolled unit as the simulator describes it, a line for each. */
export const describedUnit = z.object({
  unit: z.string(),
  /** When it tests next, in milliseconds. */
  next: z.object({ functional: z.number(), autonomy: z.number() }),
  lampsPerTestStep: z.int(),
  lamps: z.array(
    z.object({
      addr: z.int(),
      serial: z.string(),
      kind: z.string(),
      ratedMin: z.int(),
      /** Tenths of a watt that it is made for. */
      ratedDw: z.int(),
      /** Share of the rated duration that its battery lasts now. */
      capacity: z.number(),
    }),
  ),
})
export type DescribedUnit = z.infer<typeof describedUnit>
