import { NumberInput, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { canContain } from '@vigilux/contract/features/rooms/room.rules.ts'
import {
  type Room,
  type RoomDraft,
  type RoomLevel,
  roomDraft,
  roomKinds,
} from '@vigilux/contract/features/rooms/room.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as styles from './rooms.module.css'
import { useLampRooms } from './use-lamp-rooms.ts'

/** Form values: a missing value is an empty text. */
export type RoomForm = {
  name: string
  parentId: string
  kind: string
  areaM2: number | string
  used: { from: string; to: string }
  version: number
}

export const roomSchema = z.object(roomDraft.shape)

export const formOfRoom = ({
  name,
  parentId,
  kind,
  areaM2,
  used,
  version,
}: Omit<Room, 'units' | 'lamps'>): RoomForm => ({
  name,
  parentId: parentId ?? '',
  kind: kind ?? '',
  areaM2: areaM2 ?? '',
  version,
  used: used ?? { from: '', to: '' },
})

export const draftOf = (level: RoomLevel, form: Omit<RoomForm, 'version'>): Record<keyof RoomDraft, unknown> => ({
  level,
  name: form.name,
  parentId: form.parentId || null,
  kind: form.kind || null,
  areaM2: form.areaM2 === '' ? null : form.areaM2,
  used: form.used.from === '' && form.used.to === '' ? null : form.used,
})

type FieldsProps = { form: UseFormReturnType<RoomForm>; level: RoomLevel; ownId?: string; readOnly?: boolean }

/** Name and parent: enough for a room that is created while a lamp blinks. */
export function RoomName({ form, level, ownId, readOnly = false }: FieldsProps) {
  const { t } = useTranslation('rooms')
  const { plantId } = useCurrentPlant()
  const { rooms, label } = useLampRooms(plantId)
  const parents = rooms
    .filter((room) => room.id !== ownId && canContain(room.level, level))
    .map(({ id }) => ({ value: id, label: label(id) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true }))
  return (
    <>
      <TextInput
        label={t('word.name')}
        required
        data-autofocus
        readOnly={readOnly}
        maxLength={80}
        {...form.getInputProps('name')}
      />
      {level === 'building' ? null : (
        <Select
          label={t('within')}
          searchable
          allowDeselect={false}
          readOnly={readOnly}
          data={[{ value: '', label: t('byItself') }, ...parents]}
          {...form.getInputProps('parentId')}
        />
      )}
    </>
  )
}

/** Name, parent, kind, area and hours of use. */
export function RoomFields(props: FieldsProps) {
  const { t } = useTranslation('rooms')
  const { form, readOnly = false } = props
  return (
    <>
      <RoomName {...props} />
      <Select
        label={t('kind')}
        allowDeselect={false}
        readOnly={readOnly}
        data={[
          { value: '', label: t('kinds.none') },
          ...roomKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
        ]}
        {...form.getInputProps('kind')}
      />
      <NumberInput label={t('area')} min={0} max={10_000_000} readOnly={readOnly} {...form.getInputProps('areaM2')} />
      <fieldset className={styles.roomHours}>
        <legend>{t('used')}</legend>
        <TextInput
          label={t('from')}
          maxLength={5}
          placeholder="08:00"
          readOnly={readOnly}
          {...form.getInputProps('used.from')}
        />
        <TextInput
          label={t('until')}
          maxLength={5}
          placeholder="18:00"
          readOnly={readOnly}
          {...form.getInputProps('used.to')}
        />
      </fieldset>
    </>
  )
}
