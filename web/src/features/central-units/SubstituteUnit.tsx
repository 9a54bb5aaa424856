import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { pathTo } from '../../site-map.ts'
import { checkSerial } from './enrolment/enrol-step.ts'
import { topicOf } from './unit.ts'
import type { CurrentUnit } from './use-unit.ts'
import { useWhyNotAllowed, useWhyNotEnabled } from './why-not.ts'

/** Replaces this unit with a new one, and continues at its keys. */
export function SubstituteUnit({ open: { unit, facts } }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { t: tEnrolment } = useTranslation('enrolment')
  const { plantId } = useCurrentPlant()
  const [search, setSearch] = useSearchParams()
  const navigateTo = useNavigateTo()
  const whyNotEnabled = useWhyNotEnabled()
  const blockedReason =
    useWhyNotAllowed() ??
    whyNotEnabled(unit) ??
    (unit.connection === 'notAcquired' ? t('substitute.notAcquired') : undefined)
  const [text, setText] = useState('')
  const [fieldError, setFieldError] = useState<string | undefined>()
  const [serial, setSerial] = useState<string | undefined>()
  const substitute = useActionMutation('substituteCu', { refresh: ['getPlantDetails'] })
  const check = (event: FormEvent) => {
    event.preventDefault()
    const checked = checkSerial(text, facts.serialDigits)
    if ('serial' in checked) {
      setFieldError(undefined)
      setSerial(checked.serial)
    } else
      setFieldError(
        checked.wrong === 'letters'
          ? tEnrolment('type.letters')
          : tEnrolment('type.digits', { digits: facts.serialDigits, given: checked.given }),
      )
  }
  const confirm = async () => {
    if (!serial) return
    const done = await substitute.mutateAsync({ plantId, topic: topicOf(unit), newCuId: serial }).catch(() => undefined)
    setSerial(undefined)
    if (done) navigateTo(pathTo('addUnit', { plantId }, { type: done.unit.cu_type, serial: done.unit.cu_id }))
  }
  if (!search.substitute || blockedReason)
    return (
      <div className="vx-panel-part">
        <p className="vx-quiet">{t('substitute.text')}</p>
        <Group>
          <ReasonButton variant="default" blockedReason={blockedReason} onClick={() => setSearch({ substitute: '1' })}>
            {t('substitute.button')}
          </ReasonButton>
        </Group>
      </div>
    )
  return (
    <form className="vx-panel-part" onSubmit={check} noValidate>
      <p className="vx-quiet">{t('substitute.text')}</p>
      <TextInput
        required
        autoFocus
        label={t('substitute.serial')}
        description={tEnrolment('type.serialHelp', { count: facts.serialDigits })}
        className={layoutStyles.serial}
        maxLength={12}
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={fieldError}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FormFailure error={substitute.error} />
      <Group>
        <Button variant="default" onClick={() => setSearch({ substitute: undefined })}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={substitute.isPending}>
          {t('substitute.go')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={serial !== undefined}
        destructive
        title={t('substitute.title', { serial: unit.cu_id, other: serial ?? '' })}
        confirmLabel={t('substitute.confirm')}
        typed={unit.cu_id}
        onConfirm={confirm}
        onCancel={() => setSerial(undefined)}
      >
        {t('substitute.consequence', { serial: unit.cu_id, count: unit.lamps.found })}
      </ConfirmDialog>
    </form>
  )
}
