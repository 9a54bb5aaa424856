import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconGripVertical, IconSearch } from '@tabler/icons-react'
import { type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lampsFound } from '../../shared/lamp-picker/lamps-found.ts'
import { lampNumber } from '../../shared/plant/lamps.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import type { Places } from './draft.ts'
import type { PlanEditing } from './use-plan-editing.ts'
import { keyOf, type PlanLamps } from './use-plan-lamps.ts'

/** Lamps that are drawn at once; a search narrows the others down. */
const drawnAtOnce = 60

type UnplacedProps = {
  lamps: PlanLamps
  planId: string
  places: Places
  editing: PlanEditing
  nameOf: (planId: string) => string
  /** Something of the list was let go at this place of the window. */
  onDrop: (keys: readonly string[], at: { x: number; y: number }) => void
}

/** Lamps that are on no plan yet; a search also finds those of other plans. They are dragged, or chosen and then placed. */
export function Unplaced({ lamps, planId, places, editing, nameOf, onDrop }: UnplacedProps) {
  const { t } = useTranslation('floor-plans')
  const [text, setText] = useState('')
  const { chosen, setChosen } = editing
  const here = lamps.lamps.filter((lamp) => !places.has(keyOf(lamp)))
  const elsewhere = (key: string) => {
    const other = lamps.planOf.get(key)
    return other && other !== planId ? other : undefined
  }
  const free = here.filter((lamp) => !elsewhere(keyOf(lamp)))
  const found = text.trim() === '' ? free : lampsFound(here, text)
  const change = (keys: readonly string[], isIn: boolean) => {
    const next = new Set(chosen)
    for (const key of keys) {
      if (isIn) next.add(key)
      else next.delete(key)
    }
    setChosen(next)
  }
  const letGo = (event: PointerEvent, key: string) =>
    onDrop(chosen.has(key) ? [...chosen] : [key], { x: event.clientX, y: event.clientY })
  return (
    <section className="vx-plan-unplaced" aria-label={t('unplaced', { count: free.length })}>
      <h2>{t('unplaced', { count: free.length })}</h2>
      <p className="vx-quiet">{t('unplacedHow')}</p>
      <TextInput
        aria-label={t('findUnplaced')}
        placeholder={t('findUnplaced')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {found.length > 1 ? (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => change(found.slice(0, drawnAtOnce).map(keyOf), chosen.size === 0)}
        >
          {t(chosen.size === 0 ? 'chooseShown' : 'chooseNone')}
        </Button>
      ) : null}
      <ul>
        {found.slice(0, drawnAtOnce).map((lamp) => {
          const key = keyOf(lamp)
          const other = elsewhere(key)
          const place = [lamp.description, lamp.location].filter(Boolean).join(' · ')
          return (
            <li key={key}>
              <Checkbox
                size="sm"
                checked={chosen.has(key)}
                onChange={(event) => change([key], event.currentTarget.checked)}
                label={lampNumber(lamp.id)}
                description={[place, serialOf(lamp.cu), other ? t('onOther', { plan: nameOf(other) }) : '']
                  .filter(Boolean)
                  .join(' · ')}
              />
              <StatusInline state={lamp.condition} />
              <span
                className="vx-plan-grip"
                aria-hidden
                onPointerUp={(event) => letGo(event, key)}
                onPointerDown={grip}
              >
                <IconGripVertical size={18} />
              </span>
            </li>
          )
        })}
        {found.length === 0 ? <li className="vx-quiet">{t(text ? 'nothingFound' : 'allPlaced')}</li> : null}
        {found.length > drawnAtOnce ? (
          <li className="vx-quiet">{t('moreFound', { count: found.length - drawnAtOnce })}</li>
        ) : null}
      </ul>
    </section>
  )
}

/** Where it is let go counts, wherever that is. */
function grip(event: PointerEvent<HTMLElement>): void {
  event.preventDefault()
  event.currentTarget.setPointerCapture(event.pointerId)
}
