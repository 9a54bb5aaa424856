import { NumberInput, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { countryCodes } from '@vigilux/contract/kernel/countries.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { PositionMap } from '../plants-map/index.ts'
import type { PlantForm } from './plant-draft.ts'
import * as styles from './plants.module.css'

/** Debounce before an address is looked up. */
const pauseMs = 400

/** The form's address for a lookup; undefined while it is incomplete. */
function useRequestedAddress({ values: { address } }: PlantForm) {
  const { country, city, prov, lat, long, positionBy } = address
  const countryCode = countryCodes.find((code) => code === country)
  const at = positionBy === 'hand' && lat !== null && long !== null ? { lat, long } : undefined
  const isBound = !at || (Math.abs(at.lat) <= 90 && Math.abs(at.long) <= 180)
  const [requestedAddress] = useDebouncedValue(JSON.stringify({ country: countryCode, city, prov, at }), pauseMs)
  const isComplete =
    countryCode !== undefined && isBound && city.length <= 80 && prov.length <= 40 && (city.trim() !== '' || at)
  return isComplete ? requestedAddress : undefined
}

type AddressPositionProps = {
  form: PlantForm
  /** Called with the address's time zone, each time one is found. */
  onZone: (zone: string) => void
  /** Rendered next to the fields, with the address's time zone. */
  children: (zone: string) => ReactNode
}

/** Moves the position to the address unless it was set by hand, and suggests its time zone. */
export function AddressPosition(props: AddressPositionProps) {
  const requestedAddress = useRequestedAddress(props.form)
  const [initialAddress] = useState(requestedAddress)
  if (requestedAddress === undefined || requestedAddress === initialAddress) return null
  return (
    <AnswerBoundary quiet>
      <FoundPosition {...props} input={JSON.parse(requestedAddress)} />
    </AnswerBoundary>
  )
}

function FoundPosition({
  form,
  onZone,
  children,
  input,
}: AddressPositionProps & { input: ActionInput<'findPosition'> }) {
  const found = useAnswer('findPosition', input, { staleTime: Number.POSITIVE_INFINITY })
  const now = useRef({ form, onZone })
  now.current = { form, onZone }
  useEffect(() => {
    if (found.position === undefined) return
    const { address } = now.current.form.values
    if (address.positionBy !== 'hand') {
      now.current.form.setFieldValue('address.lat', found.position?.lat ?? null)
      now.current.form.setFieldValue('address.long', found.position?.long ?? null)
    }
    if (found.timezone) now.current.onZone(found.timezone)
  }, [found])
  return found.timezone ? children(found.timezone) : null
}

/** The plant's position, on a map and in degrees, and whether it follows the address. */
export function PositionFields({ form }: { form: PlantForm }) {
  const { t } = useTranslation('plants')
  const { lat, long, positionBy } = form.values.address
  const field = (name: string) => form.getInputProps(`address.${name}`)
  const isBound = lat !== null && long !== null && Math.abs(lat) <= 90 && Math.abs(long) <= 180
  const setPosition = (change: { lat?: number | null; long?: number | null }) => {
    const next = { lat, long, ...change }
    form.setFieldValue('address.lat', next.lat)
    form.setFieldValue('address.long', next.long)
    form.setFieldValue('address.positionBy', next.lat === null && next.long === null ? 'address' : 'hand')
  }
  return (
    <>
      <PositionMap position={isBound ? { lat, long } : null} onMove={setPosition} />
      <div className={styles.pair}>
        <Degrees
          label={t('fields.lat')}
          bound={90}
          {...field('lat')}
          onChange={(value) => setPosition({ lat: value })}
        />
        <Degrees
          label={t('fields.long')}
          bound={180}
          {...field('long')}
          onChange={(value) => setPosition({ long: value })}
        />
      </div>
      <Text size="sm" c="dimmed">
        {t(positionBy === 'hand' ? 'position.hand' : 'position.address')}{' '}
        {positionBy === 'hand' ? (
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

/** Decimal degrees, empty if unknown; with a point in every language, because maps give them so. */
function Degrees({ label, bound, value, onChange, ...rest }: DegreesProps) {
  return (
    <NumberInput
      {...rest}
      label={label}
      value={value ?? ''}
      onChange={(typedValue) => {
        const next = typedValue === '' ? null : Number(typedValue)
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
