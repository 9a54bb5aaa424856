import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { findLinks, findUnit } from '../central-units/index.ts'
import { auditLamp } from './audit-lamps.ts'
import { saveLampNote } from './lamp-notes.store.ts'
import { findLamps, toLamp } from './lamps.store.ts'

/** A lamp of the plant with its unit, recorded as audit target; refuses if there is none. */
export const lampAt = async (work: Work<'LAMP_NOT_FOUND'>, plantId: string, topic: string, addr: number) => {
  const unit = (await findUnit(work.tx, plantId, { topic })) ?? work.fail('LAMP_NOT_FOUND')
  const [listedLamp] = await findLamps(work.tx, [{ centralUnitId: unit.id, addr }])
  if (!listedLamp) return work.fail('LAMP_NOT_FOUND')
  auditLamp(work, listedLamp)
  return { unit, shown: listedLamp }
}

type LampTexts = { description: string; location: string; notes?: string | undefined }
type LampTextChange = { plantId: string; topic: string; addr: number; texts: LampTexts; version: number }

/**
 * Saves the texts of a lamp if the version is unchanged, and notifies the watchers; after a concurrent save, refuses
 * with the current texts. Omitted notes stay.
 */
export const writeLampTexts = async (
  { work, caller }: WriteContext<'LAMP_NOT_FOUND' | 'CHANGED_MEANWHILE'>,
  { plantId, topic, addr, texts: newTexts, version }: LampTextChange,
): Promise<Lamp> => {
  const { unit, shown: listedLamp } = await lampAt(work, plantId, topic, addr)
  const texts = { ...newTexts, notes: newTexts.notes ?? listedLamp.notes ?? '' }
  work.audit.diff(listedLamp, texts)
  const notesWriter = texts.notes === (listedLamp.notes ?? '') ? {} : { notesBy: caller.name, notesAt: work.now }
  const note = { centralUnitId: unit.id, serial: listedLamp.row.serial, ...texts, ...notesWriter, version }
  const isSaved = await saveLampNote(work.tx, note)
  const links = await findLinks(work.tx, [topic])
  const lamp = toLamp((await lampAt(work, plantId, topic, addr)).shown, links.get(topic))
  if (!isSaved) {
    const { description, location, notes, version: storedVersion } = lamp
    return work.fail('CHANGED_MEANWHILE', { now: { description, location, notes, version: storedVersion } })
  }
  work.broadcast({ plant: plantId }, 'saveLampDescription', { plant_id: plantId, lamp })
  return lamp
}
