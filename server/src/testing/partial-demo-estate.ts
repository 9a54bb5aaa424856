import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoEstate } from '../demo/simulator-process.ts'

/** The path of an estate with the units of some demo plants: seeding all of them takes many seconds. */
export const partialDemoEstate = (...plants: string[]): string => {
  const estate = JSON.parse(readFileSync(demoEstate, 'utf8')) as { units: { plant?: string }[] }
  const units = estate.units.filter(({ plant }) => plant && plants.includes(plant))
  const path = join(mkdtempSync(join(tmpdir(), 'vigilux-estate-')), 'estate.json')
  writeFileSync(path, JSON.stringify({ ...estate, units }))
  return path
}
