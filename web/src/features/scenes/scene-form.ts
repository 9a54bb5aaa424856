import type { UseFormReturnType } from '@mantine/form'
import {
  type Scene,
  type SceneActivation,
  type SceneDraft,
  type SceneTime,
  sceneDraft,
} from '@vigilux/contract/features/scenes/scene.ts'
import { z } from 'zod'
import { parseTime } from '../../shared/format/date-text.ts'

/** The fields of all triggers side by side: selecting another trigger loses no input. */
export type SceneForm = {
  name: string
  enabled: boolean
  ramp: boolean
  mode: SceneActivation['mode']
  topic: string
  input: string
  weekdays: string[]
  kind: SceneTime['kind']
  at: string
  offset: string
  dated: boolean
  from: string
  to: string
  yearly: boolean
  skipHolidays: boolean
  /** The id of each aggregation, with its level unless it stays unchanged: `… 20`. */
  levels: string[]
  version: number
}

export type FieldsProps = { form: UseFormReturnType<SceneForm>; readOnly: boolean }

export const sceneSchema = z.object(sceneDraft.shape)

export type Level = { id: string; level: number | null }
export const levelText = ({ id, level }: Level): string => (level === null ? id : `${id} ${level}`)
export const levelOf = (text: string): Level => {
  const [id = '', level] = text.split(' ')
  return { id, level: level === undefined ? null : Number(level) }
}

const everyDay = ['1', '2', '3', '4', '5', '6', '7']

export const emptyForm = (topic: string, today: string): SceneForm => ({
  name: '',
  enabled: true,
  ramp: false,
  mode: 'calendar',
  topic,
  input: '1',
  weekdays: everyDay,
  kind: 'exact',
  at: '18:00',
  offset: '0',
  dated: false,
  from: today,
  to: today,
  yearly: false,
  skipHolidays: false,
  levels: [],
  version: 0,
})

const activationFields = (activation: SceneActivation): Partial<SceneForm> => {
  if (activation.mode === 'input') return { mode: 'input', topic: activation.topic, input: String(activation.input) }
  if (activation.mode === 'manual') return { mode: 'manual' }
  const { weekdays, time, period, skipHolidays } = activation
  return {
    mode: 'calendar',
    skipHolidays,
    weekdays: weekdays.map(String),
    kind: time.kind,
    dated: period !== null,
    ...(time.kind === 'exact' ? { at: time.at } : { offset: String(time.offset) }),
    ...(period ?? {}),
  }
}

export const formOf = (
  { name, enabled, ramp, activation, collections, version }: Scene,
  empty: SceneForm,
): SceneForm => ({
  ...empty,
  ...activationFields(activation),
  name,
  enabled,
  ramp,
  version,
  levels: collections.map(levelText),
})

const timeOf = ({ kind, at, offset }: SceneForm): SceneTime =>
  kind === 'exact'
    ? { kind, at: parseTime(at) ?? at }
    : { kind, offset: offset.trim() === '' ? Number.NaN : Number(offset) }

const activationOf = (values: SceneForm): SceneActivation => {
  const { mode, topic, input, weekdays, dated, from, to, yearly, skipHolidays } = values
  if (mode === 'manual') return { mode }
  if (mode === 'input') return { mode, topic, input: Number(input) }
  return {
    mode,
    weekdays: weekdays.map(Number).sort((a, b) => a - b),
    time: timeOf(values),
    skipHolidays,
    period: dated ? { from, to, yearly } : null,
  }
}

/** Converts the form to the action's input. */
export const draftOf = (values: SceneForm): SceneDraft => ({
  name: values.name,
  enabled: values.enabled,
  ramp: values.ramp,
  collections: values.levels.map(levelOf),
  activation: activationOf(values),
})
