import { Button, TextInput } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangedMeanwhile } from '../../shared/form/ChangedMeanwhile.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import * as walkStyles from '../../shared/layout/walk.module.css'
import { LampPhotos } from '../attachments/index.ts'
import { NewRoom } from '../rooms/index.ts'
import * as styles from './commissioning.module.css'
import { NotSeenDialog } from './NotSeenDialog.tsx'
import { RoomChips } from './RoomChips.tsx'
import { usePlaceForm } from './use-place-form.ts'
import { suggestPlaces } from './walk-lamps.ts'
import type { PlaceFormProps } from './walk-props.ts'

/** The lamp's place; the next press saves it before moving on. */
export function PlaceForm(props: PlaceFormProps) {
  const { lamp, lamps, after, isAway, walker, last, onPassed } = props
  const { t } = useTranslation('commissioning')
  const { t: tLamps } = useTranslation('lamps')
  const [isSkipping, setSkipping] = useState(false)
  const [newRoom, setNewRoom] = useState<{ parentId: string | null }>()
  const placeField = useFocusOnDesk()
  const { place, put, save, conflict, takeTheirs, keepMine, isMissing } = usePlaceForm(props)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const suggestions = suggestPlaces(lamps, { roomId: place.roomId, last }).filter((one) => one !== place.location)
  const next = after?.addr ? { number: lampNumber(after.addr) } : null
  const submitLabel = isAway ? t('keep') : next ? t('next', next) : t('word.save')
  return (
    <>
      <form className={styles.walkForm} onSubmit={submit} noValidate>
        <section className={`vx-card ${styles.walkPlace}`}>
          <RoomChips
            value={place.roomId}
            lamps={lamps}
            onChange={(roomId) => put({ roomId })}
            onNew={isAway ? undefined : (parentId) => setNewRoom({ parentId })}
          />
          <TextInput
            ref={placeField}
            label={tLamps('word.place')}
            autoComplete="off"
            maxLength={120}
            value={place.location}
            error={isMissing ? t('placeMissing') : undefined}
            onChange={(event) => put({ location: event.currentTarget.value })}
          />
          {suggestions.length > 0 ? (
            <fieldset className={styles.walkChips} aria-label={t('usedPlaces')}>
              {suggestions.map((suggestion) => (
                <button key={suggestion} type="button" onClick={() => put({ location: suggestion })}>
                  {suggestion}
                </button>
              ))}
            </fieldset>
          ) : null}
          <TextInput
            label={tLamps('word.description')}
            autoComplete="off"
            maxLength={80}
            value={place.description}
            onChange={(event) => put({ description: event.currentTarget.value })}
          />
        </section>
        {lamp.addr === null ? null : (
          <div className={`vx-card ${styles.walkPhotos}`}>
            <LampPhotos topic={lamp.topic} addr={lamp.addr} fromCamera />
          </div>
        )}
        {conflict ? (
          <ChangedMeanwhile
            texts={[
              { label: tLamps('word.place'), theirs: conflict.location, mine: place.location },
              { label: tLamps('word.description'), theirs: conflict.description, mine: place.description },
            ].filter(({ theirs, mine }) => theirs !== mine)}
            onTheirs={takeTheirs}
            onMine={keepMine}
          />
        ) : (
          <FormFailure error={walker.failure} />
        )}
        <p className={styles.walkLeave}>{isAway ? t('away.goesOut') : t('leave')}</p>
        <div className={walkStyles.walkFoot} data-part="walk-foot">
          <Button variant="default" size="lg" onClick={() => (isAway ? onPassed() : setSkipping(true))}>
            {t('skip')}
          </Button>
          <ReasonButton
            type="submit"
            size="lg"
            loading={walker.busy === 'saveWalkLamp' || walker.busy === 'skipWalkLamp'}
            rightSection={next && !isAway ? <IconArrowRight size={20} aria-hidden /> : undefined}
            onClick={() => undefined}
          >
            {submitLabel}
          </ReasonButton>
        </div>
        {isSkipping ? <NotSeenDialog lamp={lamp} walker={walker} onClose={() => setSkipping(false)} /> : null}
      </form>
      <RoomDialog
        place={newRoom}
        onClose={(roomId) => {
          setNewRoom(undefined)
          if (roomId) put({ roomId })
        }}
      />
    </>
  )
}

type RoomDialogProps = { place: { parentId: string | null } | undefined; onClose: (roomId?: string) => void }

function RoomDialog({ place, onClose }: RoomDialogProps) {
  return place ? <NewRoom isBrief place={{ level: 'room', parentId: place.parentId ?? '' }} onClose={onClose} /> : null
}

/** Focuses a field once it is there; not on a phone, where the keyboard would cover the page. */
function useFocusOnDesk() {
  const field = useRef<HTMLInputElement>(null)
  const phone = usePhone()
  useEffect(() => {
    if (!phone) field.current?.focus()
  }, [phone])
  return field
}
