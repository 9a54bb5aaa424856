import { walkPlace } from '@vigilux/contract/features/commissioning/walk.ts'
import { useRef, useState } from 'react'
import { type Theirs, type TypedPlace, theirsOf, withPlace } from './kept-places.ts'
import { isLineFailure } from './use-walker.ts'
import { keyOf } from './walk-key.ts'
import type { PlaceFormProps } from './walk-props.ts'

/** What is typed of one lamp, over the texts that were there when the person came to it. */
export function usePlaceForm({ lamp, kept, change, isAway, walker, onPassed }: PlaceFormProps) {
  const { topic, serial, addr } = lamp
  const [opened, setOpened] = useState(() => ({ ...lamp }))
  const draft = kept.draft?.lamp === keyOf(lamp) ? kept.draft.place : undefined
  const [place, setPlace] = useState<TypedPlace>(
    () => draft ?? { description: lamp.description, location: lamp.location, roomId: lamp.room_id },
  )
  const [conflict, setConflict] = useState<Theirs>()
  const [isMissing, setMissing] = useState(false)
  const key = useRef(crypto.randomUUID())

  const put = (part: Partial<TypedPlace>) => {
    const next = { ...place, ...part }
    setMissing(false)
    setPlace(next)
    change((before) => ({ ...before, draft: { lamp: keyOf(lamp), place: next } }))
  }
  const keep = (typed: TypedPlace) => {
    const at = new Date().toISOString()
    const waiting = { key: key.current, topic, serial, addr, version: opened.version, place: typed, at }
    change(({ places }) => ({ places: withPlace(places, waiting), draft: null }))
    onPassed()
  }
  const save = async () => {
    const typed = walkPlace.safeParse(place).data
    if (!typed) return setMissing(true)
    if (isAway) return keep(typed)
    const input = { topic, serial, version: opened.version, place: typed, idempotencyKey: key.current, goOn: true }
    let isLost = false
    const step = await walker.go('saveWalkLamp', input, (failure) => {
      const theirs = theirsOf(failure)
      setConflict(theirs)
      isLost = isLineFailure(failure)
      return isLost || theirs !== undefined
    })
    // The line went while it was on its way: it goes out again under its key, and is written once.
    if (isLost) keep(typed)
    else if (step) change((before) => ({ ...before, draft: null }))
  }
  return {
    place,
    put,
    save,
    isMissing,
    conflict,
    takeTheirs: () => {
      if (!conflict) return
      const { description, location, version } = conflict
      setOpened({ ...opened, version })
      put({ description, location })
      setConflict(undefined)
    },
    keepMine: () => {
      if (conflict) setOpened({ ...opened, version: conflict.version })
      setConflict(undefined)
    },
  }
}
