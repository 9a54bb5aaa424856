import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** The estate file, shared with the simulator, as far as the demo's data needs it. */
const estateFile = z.object({
  /** Years of past tests and repairs of its plants; none if left out. */
  years: z.int().optional(),
  units: z.array(
    z.object({
      type: z.string(),
      serial: z.string(),
      lamps: z.int(),
      enrolled: z.boolean(),
      plant: z.string().optional(),
      /** The unit's part in the demo, if it has a problem. */
      plays: z.string().optional(),
    }),
  ),
})

export type DemoEstateFile = z.infer<typeof estateFile>
export type DemoUnit = DemoEstateFile['units'][number]

export const readEstate = (path: string): DemoEstateFile => estateFile.parse(JSON.parse(readFileSync(path, 'utf8')))

/** An enrolled unit as the simulator describes it, one per line. */
export const describedUnit = z.object({
  unit: z.string(),
  /** Its next tests, in milliseconds. */
  next: z.object({ functional: z.number(), autonomy: z.number() }),
  lampsPerTestStep: z.int(),
  lamps: z.array(
    z.object({
      addr: z.int(),
      serial: z.string(),
      kind: z.string(),
      ratedMin: z.int(),
      /** Rated power in tenths of a watt. */
      ratedDw: z.int(),
      /** Present battery capacity, as a share of the rated duration. */
      capacity: z.number(),
    }),
  ),
})
export type DescribedUnit = z.infer<typeof describedUnit>
