import { NumberInput, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { countryCodes } from '@vigilux/contract/kernel/countries.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/api/use-action.ts'
import { PositionMap } from '../plants-map/index.ts'
import type { PlantForm } from './plant-draft.ts'

/** Pause in typing after which a place is looked up. */
const pauseMs = 400

/** What of the form says where the plant is; undefined while it does not. */
function useAsked({ values: { address } }: PlantForm) {
  const { country, city, prov, lat, long, positionBy } = address
  const known = countryCodes.find((code) => code === country)
  const at = positionBy === 'hand' && lat !== null && long !== null ? { lat, long } : undefined
  const isBound = !at || (Math.abs(at.lat) <= 90 && Math.abs(at.long) <= 180)
  const [asked] = useDebouncedValue(JSON.stringify({ country: known, city, prov, at }), pauseMs)
  const fits = known !== undefined && isBound && city.length <= 80 && prov.length <= 40 && (city.trim() !== '' || at)
  return fits ? asked : undefined
}

/**
 * Keeps the position where the address is, unless it was set by hand, and answers the time zone there. What the form was opened with is left
 * as it is.
 */
export function useFollowedPosition(
  form: PlantForm,
  readOnly: boolean,
  onZone: (zone: string) => void,
): string | undefined {
  const asked = useAsked(form)
  const [opened] = useState(asked)
  const input = JSON.parse(asked ?? '{"country":"IT","city":""}')
  const { data } = useAction('findPosition', input, {
    enabled: !readOnly && asked !== undefined && asked !== opened,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const now = useRef({ form, onZone })
  now.current = { form, onZone }
  useEffect(() => {
    if (!data || data.position === undefined) return
    const { address } = now.current.form.values
    if (address.positionBy !== 'hand') {
      now.current.form.setFieldValue('address.lat', data.position?.lat ?? null)
      now.current.form.setFieldValue('address.long', data.position?.long ?? null)
    }
    if (data.timezone) now.current.onZone(data.timezone)
  }, [data])
  return data ? (data.timezone ?? undefined) : undefined
}

type PositionProps = { form: PlantForm; readOnly: boolean }

/** Where the plant is, on a map and in degrees, and whether that follows the address. */
export function PositionFields({ form, readOnly }: PositionProps) {
  const { t } = useTranslation('plants')
  const { lat, long, positionBy } = form.values.address
  const field = (name: string) => ({ ...form.getInputProps(`address.${name}`), disabled: readOnly })
  const isBound = lat !== null && long !== null && Math.abs(lat) <= 90 && Math.abs(long) <= 180
  const set = (change: { lat?: number | null; long?: number | null }) => {
    const next = { lat, long, ...change }
    form.setFieldValue('address.lat', next.lat)
    form.setFieldValue('address.long', next.long)
    form.setFieldValue('address.positionBy', next.lat === null && next.long === null ? 'address' : 'hand')
  }
  return (
    <>
      <PositionMap position={isBound ? { lat, long } : null} readOnly={readOnly} onMove={set} />
      <div className="vx-pair">
        <Degrees label={t('fields.lat')} bound={90} {...field('lat')} onChange={(value) => set({ lat: value })} />
        <Degrees label={t('fields.long')} bound={180} {...field('long')} onChange={(value) => set({ long: value })} />
      </div>
      <Text size="sm" c="dimmed">
        {t(positionBy === 'hand' ? 'position.hand' : 'position.address')}{' '}
        {positionBy === 'hand' && !readOnly ? (
          <button
            type="button"
            className="vx-linklike"
            onClick={() => form.setFieldValue('address.positionBy', 'address')}
          >
            {t('position.follow')}
          </button>
        ) : null}{' '}
        {t('position.credit')}
      </Text>
    </>
  )
}

type DegreesProps = { label: string; bound: number; value?: number | null; onChange: (value: number | null) => void }

/** Decimal degrees, or nothing while the position is not known. With a point in every language: so maps give them to be pasted. */
function Degrees({ label, bound, value, onChange, ...rest }: DegreesProps) {
  return (
    <NumberInput
      {...rest}
      label={label}
      value={value ?? ''}
      onChange={(typed) => {
        const next = typed === '' ? null : Number(typed)
        if (next !== value) onChange(next)
      }}
      min={-bound}
      max={bound}
      clampBehavior="none"
      decimalScale={6}
      decimalSeparator="."
      hideControls
    />
  )
}
