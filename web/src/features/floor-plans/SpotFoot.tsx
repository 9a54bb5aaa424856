import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import type { WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import * as walkStyles from '../../shared/layout/walk.module.css'
import { NotSeenDialog, type WalkSteps } from '../commissioning/index.ts'
import type { LampPlacing } from './use-lamp-placing.ts'

type FootProps = {
  lamp: WalkLamp
  lamps: readonly WalkLamp[]
  /** The expected next lamp. */
  after: WalkLamp | null
  walker: WalkSteps
  spot: LampPlacing
  isAway: boolean
}

const numberOf = (lamp: WalkLamp | null | undefined): string | undefined =>
  lamp?.addr == null ? undefined : lampNumber(lamp.addr)

/** Buttons in reach of the thumb: back to the previous lamp, on without a place, and on with the tapped one. */
export function SpotFoot({ lamp, lamps, after, walker, spot: lampPlacing, isAway }: FootProps) {
  const { t } = useTranslation('floor-plans')
  const { t: tWalk } = useTranslation('commissioning')
  const [isSkipping, setSkipping] = useState(false)
  const disconnectedReason = isAway ? t('spot.awayWhy') : undefined
  const previousNumber = numberOf(
    lamps.find(({ topic, serial }) => topic === lampPlacing.before?.topic && serial === lampPlacing.before.serial),
  )
  const next = numberOf(after)
  return (
    <>
      <div className={walkStyles.walkFoot} data-part="walk-foot">
        <ReasonButton
          variant="default"
          size="lg"
          blockedReason={disconnectedReason ?? (previousNumber ? undefined : t('spot.noneBefore'))}
          loading={walker.busy === 'returnToWalkLamp'}
          aria-label={previousNumber ? t('spot.back', { number: previousNumber }) : t('back')}
          leftSection={<IconArrowLeft size={20} aria-hidden />}
          onClick={() => void lampPlacing.back()}
        >
          {previousNumber}
        </ReasonButton>
        <ReasonButton variant="default" size="lg" blockedReason={disconnectedReason} onClick={() => setSkipping(true)}>
          {tWalk('skip')}
        </ReasonButton>
        <ReasonButton
          size="lg"
          blockedReason={disconnectedReason ?? (lampPlacing.at ? undefined : t('spot.first'))}
          loading={walker.busy === 'placeWalkLamp' || walker.busy === 'skipWalkLamp'}
          rightSection={next ? <IconArrowRight size={20} aria-hidden /> : undefined}
          onClick={() => void lampPlacing.save()}
        >
          {next ? tWalk('next', { number: next }) : tWalk('word.save')}
        </ReasonButton>
      </div>
      {isSkipping ? (
        <NotSeenDialog lamp={lamp} walker={walker} onClose={() => setSkipping(false)} onSkipped={lampPlacing.passed} />
      ) : null}
    </>
  )
}
