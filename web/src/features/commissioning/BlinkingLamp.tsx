import { Button } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { isClaimed } from '@vigilux/contract/features/commissioning/walk.rules.ts'
import type { WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import { blinkSeconds } from '@vigilux/contract/features/commissioning/walk-limits.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CommandProgress } from '../../shared/feedback/CommandProgress.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { useCommand } from '../../shared/plant/use-command.ts'
import { useSignedInUser } from '../../shared/session/session.ts'
import { topicOf, useWhyNotCommand } from '../central-units/index.ts'
import * as styles from './commissioning.module.css'
import { NotSeenDialog } from './NotSeenDialog.tsx'
import type { WalkSteps } from './use-walk-steps.ts'
import { toClaimableLamp } from './walk-lamps.ts'

type LampProps = { lamp: WalkLamp; walker: WalkSteps }

/** The current lamp: how long it blinks, or why it does not. */
export function BlinkingLamp({ lamp, walker }: LampProps) {
  const { t } = useTranslation('commissioning')
  const { plantId } = useCurrentPlant()
  const { duration } = useFormats()
  const [isUnseen, setUnseen] = useState(false)
  const now = serverNow(useNow(500))
  const command = useCommand(plantId, walker.step?.command ? { command: walker.step.command } : undefined)
  const failed = command?.state === 'failed'
  const until = lamp.taken?.blinks_until ? Date.parse(lamp.taken.blinks_until) : 0
  const remainingMs = failed ? 0 : Math.max(0, until - now)
  return (
    <section className={`vx-card ${styles.walkLamp}`} data-part="walk-lamp">
      <Rays
        share={
          remainingMs /
          1_000 /
          (remainingMs > blinkSeconds.default * 1_000 ? blinkSeconds.longer : blinkSeconds.default)
        }
      />
      <div className={styles.walkAbout}>
        <p role="status">{remainingMs > 0 ? t('blinks', { time: duration(remainingMs) }) : t('blinksNot')}</p>
        <h2>{lamp.addr === null ? t('lampWithoutNumber') : t('word.lampNumber', { number: lampNumber(lamp.addr) })}</h2>
        <Kind lamp={lamp} />
        {remainingMs > 0 ? (
          <Button variant="transparent" className={styles.walkUnseen} onClick={() => setUnseen(true)}>
            {t('unseen.button')}
          </Button>
        ) : (
          <BlinkAgainButton lamp={lamp} walker={walker} onUnseen={() => setUnseen(true)} />
        )}
      </div>
      {failed ? <CommandProgress command={command} /> : null}
      <OtherPerson lamp={lamp} now={now} walker={walker} />
      {isUnseen ? <NotSeenDialog lamp={lamp} walker={walker} onClose={() => setUnseen(false)} /> : null}
    </section>
  )
}

/** The lamp's type, and the serial on its label. */
export function Kind({ lamp: { type, serial } }: { lamp: WalkLamp }) {
  const { t: tLamps } = useTranslation('lamps')
  return (
    <p className={styles.walkKind}>
      {type ? `${tLamps(`type.${type}`)} · ` : ''}
      <span>{serial}</span>
    </p>
  )
}

function BlinkAgainButton({ lamp, walker: { go, busy }, onUnseen }: LampProps & { onUnseen: () => void }) {
  const { t } = useTranslation('commissioning')
  const { units } = useCurrentPlant()
  const blockedReason = useWhyNotCommand('lasting')(units.find((unit) => topicOf(unit) === lamp.topic))
  if (blockedReason) return <p className={layoutStyles.refusal}>{blockedReason}</p>
  return (
    <p className={styles.walkAgain}>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconBulb size={16} aria-hidden />}
        loading={busy === 'claimWalkLamp'}
        onClick={() => void go('claimWalkLamp', {})}
      >
        {t('blinkAgain')}
      </Button>
      <Button variant="transparent" className={styles.walkUnseen} onClick={onUnseen}>
        {t('unseen.button')}
      </Button>
    </p>
  )
}

/** The claim on the lamp has expired, and another person got it. */
function OtherPerson({ lamp, now, walker: { forget } }: LampProps & { now: number }) {
  const { t } = useTranslation('commissioning')
  const { userid } = useSignedInUser()
  const { taken: claim } = lamp
  if (!claim || claim.userid === userid || !isClaimed(toClaimableLamp(lamp), now)) return null
  return (
    <p role="alert" className={styles.walkElsewhere}>
      {t('other.here', { name: claim.name })}{' '}
      <button type="button" className="vx-linklike" onClick={forget}>
        {t('other.another')}
      </button>
    </p>
  )
}

const circumference = 2 * Math.PI * 46

/** A lamp with rays, and a ring for the remaining blink time. */
function Rays({ share }: { share: number }) {
  return (
    <svg
      className={styles.walkRays}
      data-part="walk-rays"
      data-lit={share > 0 || undefined}
      viewBox="0 0 100 100"
      aria-hidden
      focusable="false"
    >
      <circle className={styles.walkRing} cx="50" cy="50" r="46" />
      <circle
        className={styles.walkRingLeft}
        cx="50"
        cy="50"
        r="46"
        transform="rotate(-90 50 50)"
        strokeDasharray={`${circumference * Math.min(1, share)} ${circumference}`}
      />
      <circle className={styles.walkGlow} cx="50" cy="50" r="25" />
      <g className={styles.walkRay}>
        {[0, 45, 90, 135, 180, 225, 270, 315].map((turn) => (
          <path key={turn} d="M50 19v-6" transform={`rotate(${turn} 50 50)`} />
        ))}
      </g>
      <rect className={styles.walkCase} x="31" y="41" width="38" height="18" rx="4" />
      <rect className={styles.walkTube} x="36" y="46" width="28" height="8" rx="2" />
    </svg>
  )
}
