import { Button } from '@mantine/core'
import { IconCircleCheck, IconFlagCheck } from '@tabler/icons-react'
import type { Walk, WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './commissioning.module.css'
import { EndDialog } from './EndDialog.tsx'
import { keyOf } from './walk-key.ts'

type EndProps = {
  walk: Walk
  lamps: readonly WalkLamp[]
  /** Continues with the remaining lamps; missing without permission. */
  onAgain?: () => void
}

/** Lamps with and without a place, with reasons; remaining lamps can be walked again. */
export function WalkEnd({ walk, lamps, onAgain }: EndProps) {
  const { t } = useTranslation('commissioning')
  const { plantId } = useCurrentPlant()
  const remainingLamps = lamps.filter(({ state }) => state !== 'done')
  const done = lamps.filter(({ state }) => state === 'done')
  const isOver = walk.ended_at !== null
  return (
    <>
      {isOver || onAgain ? (
        <section className={`vx-card ${styles.walkOver}`} role="status">
          <IconFlagCheck size={30} stroke={1.6} aria-hidden />
          <h2>{t(remainingLamps.length === 0 ? 'end.all' : isOver ? 'end.over' : 'end.none')}</h2>
          <p>{t('end.sum', { done: walk.done, total: walk.total, skipped: walk.skipped })}</p>
          {onAgain && !isOver ? <EndActions walk={walk} onAgain={onAgain} /> : null}
          {walk.plan_id ? (
            <AppLink to={pathTo('plantMaps', { plantId }, { plan: walk.plan_id })}>{t('toPlan')}</AppLink>
          ) : (
            <AppLink to={pathTo('devices', { plantId }, walk.topic ? { unit: walk.topic } : undefined)}>
              {t('end.toLamps')}
            </AppLink>
          )}
        </section>
      ) : null}
      <LampList title={t('end.left')} lamps={remainingLamps} />
      <LampList title={t('end.done')} lamps={done} />
    </>
  )
}

function EndActions({ walk, onAgain }: { walk: Walk; onAgain: () => void }) {
  const { t } = useTranslation('commissioning')
  const { plantId } = useCurrentPlant()
  const [isEnding, setEnding] = useState(false)
  const walkKey = { plantId, walkId: walk.id }
  const reopen = useActionMutation('reopenWalk', { refresh: ['getWalk'], onSuccess: onAgain })
  const hasNoSkipped = walk.skipped === 0
  return (
    <>
      <div className={`${layoutStyles.actions} ${styles.walkOverActions}`}>
        {hasNoSkipped ? (
          <Button onClick={onAgain}>{t('end.look')}</Button>
        ) : (
          <ReasonButton loading={reopen.isPending} onClick={() => reopen.mutate(walkKey)}>
            {t('end.again', { count: walk.skipped })}
          </ReasonButton>
        )}
        <Button variant="default" onClick={() => setEnding(true)}>
          {t('end.finish')}
        </Button>
      </div>
      <FormFailure error={reopen.error} />
      <EndDialog walk={walk} opened={isEnding} onClose={() => setEnding(false)} />
    </>
  )
}

/** Lamps with their places, or with the reason for a missing one. */
function LampList({ title, lamps }: { title: string; lamps: readonly WalkLamp[] }) {
  if (lamps.length === 0) return null
  return (
    <section className={`vx-card ${styles.walkList}`}>
      <header className={layoutStyles.cardHead}>
        <h2>{title}</h2>
        <span>{lamps.length}</span>
      </header>
      <ul>
        {lamps.map((lamp) => (
          <LampRow key={keyOf(lamp)} lamp={lamp} />
        ))}
      </ul>
    </section>
  )
}

function LampRow({
  lamp: { addr, serial, state, reason, location, description, by: placedBy, at },
}: {
  lamp: WalkLamp
}) {
  const { t } = useTranslation('commissioning')
  const { plant } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const reasonText = addr === null ? t('gone') : reason ? t(`reason.${reason}`) : t('stillOpen')
  return (
    <li>
      <span>
        <b>{addr === null ? serial : lampNumber(addr)}</b>
        {state === 'done' ? <IconCircleCheck className={styles.walkTick} size={16} aria-hidden /> : null}
      </span>
      <span>
        {state === 'done' ? [location, description].filter(Boolean).join(' · ') : reasonText}
        {placedBy && at ? <small>{t('word.nameAt', { name: placedBy, at: dateTime(at) })}</small> : null}
      </span>
    </li>
  )
}
