import { Button } from '@mantine/core'
import type { WalkPlace } from '@vigilux/contract/features/commissioning/walk.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSignedInUser } from '../../shared/session/session.ts'
import { useWakeLock } from '../../shared/use-wake-lock.ts'
import { AwayLamp } from './AwayLamp.tsx'
import { BlinkingLamp } from './BlinkingLamp.tsx'
import { PlaceForm } from './PlaceForm.tsx'
import { useCurrentLamp } from './use-current-lamp.ts'
import { useLampClaim, useReleaseOnLeave, useWalkSteps } from './use-walk-steps.ts'
import { WalkEnd } from './WalkEnd.tsx'
import { keyOf } from './walk-key.ts'
import { findLastPlace } from './walk-lamps.ts'
import type { WalkingProps } from './walk-props.ts'

/** The walk itself: the current lamp and its place, online and offline. */
export function Walking(props: WalkingProps) {
  const { walk, lamps, places, isAway } = props
  const { plantId } = useCurrentPlant()
  useWakeLock()
  const walker = useWalkSteps(plantId, walk.id)
  const { current, after, pass, choose } = useCurrentLamp({ lamps, places, isAway }, walker)
  useLampClaim(current, walker, isAway)
  useReleaseOnLeave(plantId, walk.id, current)
  const { name } = useSignedInUser()
  const [entered, setEntered] = useState<WalkPlace>()
  if (!current) return <NoLamp {...props} walker={walker} />
  return (
    <>
      {isAway ? (
        <AwayLamp lamp={current} lamps={lamps} places={places} onChoose={choose} />
      ) : (
        <BlinkingLamp key={keyOf(current)} lamp={current} walker={walker} />
      )}
      <PlaceForm
        key={`form ${keyOf(current)}`}
        {...props}
        lamp={current}
        after={after}
        walker={walker}
        last={entered ?? findLastPlace(lamps, name)}
        onEntered={setEntered}
        onPassed={pass}
      />
    </>
  )
}

type NoLampProps = Pick<WalkingProps, 'walk' | 'lamps' | 'isAway'> & { walker: ReturnType<typeof useWalkSteps> }

/** No lamp is available: not yet, for a stated reason, or because none is left. */
export function NoLamp({ walk, lamps, isAway, walker }: NoLampProps) {
  const { t } = useTranslation('commissioning')
  if (walker.failure)
    return (
      <>
        <FormFailure error={walker.failure} />
        <Button variant="default" onClick={() => void walker.go('claimWalkLamp', {})}>
          {t('tryAgain')}
        </Button>
      </>
    )
  if (isAway || walker.step) return <WalkEnd walk={walk} lamps={lamps} onAgain={walker.forget} />
  return (
    <div className="vx-card" role="status" aria-label={t('asking')}>
      <LoadingRows rows={4} />
    </div>
  )
}
