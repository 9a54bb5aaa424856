import { type WalkPlace, walkPlace } from '@vigilux/contract/features/commissioning/walk.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useRef, useState } from 'react'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { addEntry, type ConflictingText, findConflictingText, placeOf } from '../outbox/index.ts'
import { useLampRooms } from '../rooms/index.ts'
import { isNetworkFailure } from './use-walk-steps.ts'
import { keyOf } from './walk-key.ts'
import { proposePlace } from './walk-lamps.ts'
import type { PlaceFormProps } from './walk-props.ts'

/** Input for one lamp, based on its texts when the person arrived. */
export function usePlaceForm(props: PlaceFormProps) {
  const { walk, lamp, draft: savedDraft, change, isAway, walker, last, onEntered, onPassed } = props
  const { topic, serial, addr } = lamp
  const { plantId, plant } = useCurrentPlant()
  const { label } = useLampRooms(plantId)
  const [initialLamp, setInitialLamp] = useState(() => ({ ...lamp }))
  const draft = savedDraft?.lamp === keyOf(lamp) ? savedDraft.place : undefined
  const [place, setPlace] = useState<WalkPlace>(() => draft ?? proposePlace(lamp, last))
  const [conflict, setConflict] = useState<ConflictingText>()
  const [isMissing, setMissing] = useState(false)
  const key = useRef(crypto.randomUUID())

  const changePlace = (part: Partial<WalkPlace>) => {
    const next = { ...place, ...part }
    setMissing(false)
    setPlace(next)
    change(() => ({ lamp: keyOf(lamp), place: next }))
  }
  /** The next lamp may have input already. */
  const clearDraft = () => change((current) => (current?.lamp === keyOf(lamp) ? null : current))
  const saveOffline = async (validPlace: WalkPlace) => {
    await addEntry({
      id: key.current,
      plantId,
      plantName: plant.plantname,
      action: 'saveWalkLamp',
      of: placeOf(lamp),
      name: addr === null ? serial : lampNumber(addr),
      detail: [validPlace.roomId ? label(validPlace.roomId) : '', validPlace.location].filter(Boolean).join(', '),
      input: { plantId, walkId: walk.id, topic, serial, version: initialLamp.version, place: validPlace, goOn: false },
    })
    clearDraft()
    onPassed()
  }
  const save = async () => {
    const validPlace = walkPlace.safeParse(place).data
    if (!validPlace) return setMissing(true)
    onEntered(validPlace)
    if (isAway) return saveOffline(validPlace)
    const input = { topic, serial, version: initialLamp.version, place: validPlace, workId: key.current, goOn: true }
    let isLost = false
    const step = await walker.go('saveWalkLamp', input, (failure) => {
      const conflictingText = findConflictingText(failure)
      setConflict(conflictingText)
      isLost = isNetworkFailure(failure)
      return isLost || conflictingText !== undefined
    })
    // The line was lost during the request: it is repeated under its key and written once.
    if (isLost) await saveOffline(validPlace)
    else if (step) clearDraft()
  }
  return {
    place,
    put: changePlace,
    save,
    isMissing,
    conflict,
    takeTheirs: () => {
      if (!conflict) return
      const { description, location, version } = conflict
      setInitialLamp({ ...initialLamp, version })
      changePlace({ description, location })
      setConflict(undefined)
    },
    keepMine: () => {
      if (conflict) setInitialLamp({ ...initialLamp, version: conflict.version })
      setConflict(undefined)
    },
  }
}
