import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconGripVertical, IconSearch } from '@tabler/icons-react'
import { createSearchMatcher } from '@vigilux/contract/kernel/search-text.ts'
import { type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchLamps } from '../../shared/lamp-picker/lamps-found.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import type { Places } from './draft.ts'
import * as styles from './floor-plans.module.css'
import { keyOf, type Placeable } from './placeable.ts'
import { ShapeSign } from './ShapeSign.tsx'
import type { PlanDevices } from './use-plan-devices.ts'
import type { PlanEditing } from './use-plan-editing.ts'

/** Maximum number of devices rendered; a search narrows the others down. */
const maxDrawn = 60

type UnplacedProps = {
  devices: PlanDevices
  planId: string
  places: Places
  editing: PlanEditing
  nameOf: (planId: string) => string
  /** Items of the list were dropped at this position in the window. */
  onDrop: (keys: readonly string[], at: { x: number; y: number }) => void
}

/** Devices on no plan; a search also finds those of other plans. They are dragged, or selected and then placed. */
export function UnplacedDevices({ devices, planId, places, editing, nameOf, onDrop }: UnplacedProps) {
  const { t } = useTranslation('floor-plans')
  const [text, setText] = useState('')
  const { chosen, setChosen } = editing
  const unplaced = devices.all.filter(({ key }) => !places.has(key))
  const otherPlanOf = (key: string) => {
    const otherPlan = devices.planOf.get(key)
    return otherPlan && otherPlan !== planId ? otherPlan : undefined
  }
  const freeDevices = unplaced.filter(({ key }) => !otherPlanOf(key))
  const found = text.trim() === '' ? freeDevices : devicesFound(unplaced, text)
  const change = (keys: readonly string[], isIncluded: boolean) => {
    const next = new Set(chosen)
    for (const key of keys) {
      if (isIncluded) next.add(key)
      else next.delete(key)
    }
    setChosen(next)
  }
  const dropDevices = (event: PointerEvent, key: string) =>
    onDrop(chosen.has(key) ? [...chosen] : [key], { x: event.clientX, y: event.clientY })
  return (
    <section className={styles.planUnplaced} aria-label={t('unplaced', { count: freeDevices.length })}>
      <h2>{t('unplaced', { count: freeDevices.length })}</h2>
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
          onClick={() =>
            change(
              found.slice(0, maxDrawn).map(({ key }) => key),
              chosen.size === 0,
            )
          }
        >
          {t(chosen.size === 0 ? 'chooseShown' : 'chooseNone')}
        </Button>
      ) : null}
      <ul>
        {found.slice(0, maxDrawn).map(({ key, label, shape, topic, lamp, description, location, state }) => {
          const otherPlan = otherPlanOf(key)
          const kind = lamp ? '' : t(shape === 'triangle' ? 'shape.bluetoothGateway' : 'shape.unit')
          return (
            <li key={key}>
              <Checkbox
                size="sm"
                checked={chosen.has(key)}
                onChange={(event) => change([key], event.currentTarget.checked)}
                label={
                  <span className={styles.planKind}>
                    <ShapeSign shape={shape} /> {label}
                  </span>
                }
                description={[
                  kind,
                  description,
                  location,
                  lamp && serialOf(topic),
                  otherPlan ? t('onOther', { plan: nameOf(otherPlan) }) : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              />
              <StatusInline state={state} />
              <span
                className={styles.planGrip}
                data-part="grip"
                aria-hidden
                onPointerUp={(event) => dropDevices(event, key)}
                onPointerDown={grip}
              >
                <IconGripVertical size={18} />
              </span>
            </li>
          )
        })}
        {found.length === 0 ? <li className="vx-quiet">{t(text ? 'nothingFound' : 'allPlaced')}</li> : null}
        {found.length > maxDrawn ? (
          <li className="vx-quiet">{t('moreFound', { count: found.length - maxDrawn })}</li>
        ) : null}
      </ul>
    </section>
  )
}

/** Finds lamps as their lists do, and units by serial, name and place. */
function devicesFound(devices: readonly Placeable[], text: string): readonly Placeable[] {
  const lamps = searchLamps(
    devices.flatMap(({ lamp }) => lamp ?? []),
    text,
  )
  const found = new Set(lamps.map(keyOf))
  const matchesSearch = createSearchMatcher(text)
  const isUnit = ({ lamp, serial, description, location }: Placeable) =>
    !lamp && matchesSearch([serial, description, location].join(' '))
  return devices.filter((device) => found.has(device.key) || isUnit(device))
}

/** Captures the pointer, to receive the drop wherever it happens. */
function grip(event: PointerEvent<HTMLElement>): void {
  event.preventDefault()
  event.currentTarget.setPointerCapture(event.pointerId)
}
