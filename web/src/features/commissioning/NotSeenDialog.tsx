import { Button } from '@mantine/core'
import { IconBan, IconBulb, IconClock, IconDoorOff, IconEyeOff } from '@tabler/icons-react'
import type { WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import { blinkSeconds, skipReasons } from '@vigilux/contract/features/commissioning/walk-limits.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as styles from './commissioning.module.css'
import type { WalkSteps } from './use-walk-steps.ts'

type DialogProps = { lamp: WalkLamp; walker: WalkSteps; onClose: () => void; onSkipped?: () => void }

const icons = { noAnswer: IconBan, notFound: IconEyeOff, noAccess: IconDoorOff } as const

/** Options for a person who does not see the lamp, or continues without its place. */
export function NotSeenDialog({
  lamp: { topic, serial, addr },
  walker: { go, busy },
  onClose,
  onSkipped,
}: DialogProps) {
  const { t } = useTranslation('commissioning')
  const { duration } = useFormats()
  const lamp = { topic, serial }
  const skip = async (reason: 'later' | (typeof skipReasons)[number]) => {
    onClose()
    if (await go('skipWalkLamp', { ...lamp, reason, goOn: true })) onSkipped?.()
  }
  const blinkLonger = () => {
    onClose()
    void go('blinkWalkLamp', lamp)
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={addr === null ? t('lampWithoutNumber') : t('word.lampNumber', { number: lampNumber(addr) })}
    >
      <div className={styles.walkChoices}>
        <Button
          variant="default"
          justify="flex-start"
          leftSection={<IconBulb size={18} aria-hidden />}
          loading={busy === 'blinkWalkLamp'}
          onClick={blinkLonger}
        >
          {t('unseen.longer', { time: duration(blinkSeconds.longer * 1_000) })}
        </Button>
        <Button
          variant="default"
          justify="flex-start"
          leftSection={<IconClock size={18} aria-hidden />}
          onClick={() => void skip('later')}
        >
          {t('unseen.later')}
        </Button>
        {skipReasons.map((reason) => {
          const Mark = icons[reason]
          return (
            <Button
              key={reason}
              variant="default"
              justify="flex-start"
              leftSection={<Mark size={18} aria-hidden />}
              onClick={() => void skip(reason)}
            >
              {t(`reason.${reason}`)}
            </Button>
          )
        })}
        <p className="vx-quiet">{t('unseen.note')}</p>
      </div>
    </Dialog>
  )
}
