import { joinCatalogue } from '@vigilux/contract/features/catalogue/catalogue.rules.ts'
import type { Catalogue } from '@vigilux/contract/features/catalogue/product.ts'
import centralUnits from './sample/central-units.json' with { type: 'json' }
import emergencyLamps from './sample/emergency-lamps.json' with { type: 'json' }
import exitSigns from './sample/exit-signs.json' with { type: 'json' }
import lighting from './sample/lighting.json' with { type: 'json' }
import modules from './sample/modules.json' with { type: 'json' }
import parts from './sample/parts.json' with { type: 'json' }
import radio from './sample/radio.json' with { type: 'json' }

/** Files of the built-in sample: invented products for an empty installation. */
export const sampleFiles = Object.entries({
  'central-units.json': centralUnits,
  'emergency-lamps.json': emergencyLamps,
  'exit-signs.json': exitSigns,
  'lighting.json': lighting,
  'modules.json': modules,
  'parts.json': parts,
  'radio.json': radio,
}).map(([name, content]) => ({ name, content: content as unknown }))

/** @throws where the sample is not whole, which its test would have said before. */
export const sampleCatalogue = (): Catalogue => {
  const { catalogue, faults } = joinCatalogue(sampleFiles)
  if (faults.length > 0) throw new Error(`the sample catalogue is not whole: ${JSON.stringify(faults)}`)
  return catalogue
}
