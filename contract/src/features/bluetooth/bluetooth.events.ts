import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

export const bluetoothEvents = defineEvents({
  /** The Bluetooth logbook has more entries than before. */
  bleLogbook: z.object({ plant_id: id }),
  /** A public report was made or revoked. */
  bleReports: z.object({ plant_id: id }),
})
