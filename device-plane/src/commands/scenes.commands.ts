import { scenesPerUnit } from '@vigilux/contract/features/scenes/scene-plan.ts'
import { z } from 'zod'
import { unitScene } from '../unit-scene.ts'
import { brief, defineCommands } from './declaration.ts'

export const sceneCommands = defineCommands({
  /**
   * Gives the unit the scenes that it runs by itself, these and no others, with their runs until a day ahead. Of two that come in the same
   * minute the later in the list is run last. It disturbs nothing, so it passes while an operation has the unit to itself.
   */
  setScenes: {
    body: z.strictObject({
      /** Grows with every list; a lower one than the unit has is refused. */
      version: z.int().min(1).max(0x7fff_ffff),
      until: z.iso.datetime(),
      scenes: z.array(unitScene).max(scenesPerUnit),
    }),
    obeyedBy: 'lightingUnits',
    ...brief,
    isHarmless: true,
    isAside: true,
  },
})
