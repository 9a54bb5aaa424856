import { parseQrCode } from '@vigilux/contract/features/configuration/qr-code.rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { ScanEntry } from '../configuration/index.ts'
import * as styles from './maintenance-rounds.module.css'
import type { RoundProps } from './round-parts.ts'
import { faultText } from './round-texts.ts'

/** The serial of a label, scanned or typed. */
export const serialIn = (content: string): string => {
  const code = parseQrCode(content)
  return code.kind === 'lamp' ? code.serial : content.trim().toUpperCase()
}

/** Opens the lamp of a scanned label, or reports a lamp outside the round. */
export function ScanSheet({ answer, way, open, onClose }: RoundProps & { onClose: () => void }) {
  const { t } = useTranslation('maintenance-rounds')
  const [missing, setMissing] = useState<string>()
  const openItem = (content: string) => {
    const serial = serialIn(content)
    const found = way.find((item) => item.serial === serial)
    if (!found) {
      setMissing(serial)
      return { message: t('scan.notHere'), isGood: false }
    }
    onClose()
    open(found.id)
    return { message: '', isGood: true }
  }
  return (
    <Dialog opened title={t('scan.title')} onClose={onClose}>
      <ScanEntry typedLabel={t('scan.typed')} joinLabel={t('scan.open')} onContent={openItem} />
      <AnswerBoundary>
        {missing ? <LampNotInRound key={missing} serial={missing} roundId={answer.round.id} onClose={onClose} /> : null}
      </AnswerBoundary>
    </Dialog>
  )
}

/** A lamp outside the round: its open faults can be added. */
function LampNotInRound({ serial, roundId, onClose }: { serial: string; roundId: string; onClose: () => void }) {
  const { t } = useTranslation('maintenance-rounds')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const found = useAnswer('getOpenFaults', { plantId, search: serial })
  const add = useActionMutation('addToRound', {
    refresh: ['getRound', 'getRounds', 'getOpenFaults'],
    onSuccess: onClose,
  })
  const lampFaults = found.faults.filter((one) => one.serial === serial && one.lamp !== null)
  const faults = lampFaults.map(({ topic, lamp, error }) => ({ topic, lamp, error }))
  return (
    <div className={styles.roundMissing} role="status">
      <p>
        <b>{serial}</b> {lampFaults.length > 0 ? lampFaults.map(faultText).join(', ') : t('scan.noFault')}
      </p>
      <FormFailure error={add.error} />
      {lampFaults.length > 0 ? (
        <ReasonButton
          blockedReason={blockedReason}
          loading={add.isPending}
          onClick={() => add.mutate({ plantId, roundId, faults })}
        >
          {t('word.add')}
        </ReasonButton>
      ) : null}
    </div>
  )
}
