import { Button, Select, Textarea } from '@mantine/core'
import { type InviteResult, peopleLimits } from '@vigilux/contract/features/members/people.ts'
import { type PlantRole, plantRoles } from '@vigilux/contract/kernel/permissions.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { DateField } from '../../shared/form/DateField.tsx'
import { DialogFoot, FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { countDone, type PairResult, PairResults } from './PairResults.tsx'
import { PlantChoice } from './PlantChoice.tsx'
import * as styles from './people.module.css'
import { Done } from './RemovePeopleDialog.tsx'

type Input = { emails: string[]; plantIds: string[]; role: PlantRole; endsOn?: string }

const parseEmails = (typedText: string): string[] => [
  ...new Set(
    typedText
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
]

const toPairs = (results: readonly InviteResult[]): PairResult[] =>
  results.map(({ email, plant_id, plantname, outcome }) => ({ person: email, plant: plantname || plant_id, outcome }))

/** Invites people to plants: people, plants and role, then a preview pair by pair, then the result. */
export function InvitePeopleDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['members', 'people'])
  const [emailsText, setEmailsText] = useState('')
  const [plantIds, setPlantIds] = useState<string[]>([])
  const [role, setRole] = useState<PlantRole>('installerStaff')
  const [endsOn, setEndsOn] = useState('')
  const [isChecking, setChecking] = useState(false)
  const send = useActionMutation('inviteToPlants', { refresh: ['getPeople'] })
  const emails = parseEmails(emailsText)
  const tooMany = emails.length > peopleLimits.people || emails.length * plantIds.length > peopleLimits.pairs
  const input: Input = { emails, plantIds, role, ...(endsOn && { endsOn }) }
  const back = (
    <Button variant="default" onClick={() => setChecking(false)}>
      {t('back')}
    </Button>
  )
  const canSubmit = emails.length > 0 && plantIds.length > 0 && !tooMany
  return (
    <FormDialog title={t('people:invite')} size="lg" unsaved={emailsText !== '' && !send.data} onClose={onClose}>
      {(cancel) => (
        <form
          className={styles.peopleForm}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (canSubmit) setChecking(true)
          }}
        >
          {send.data ? <Done results={toPairs(send.data.results)} onClose={onClose} /> : null}
          {isChecking && !send.data ? (
            <AnswerBoundary
              refused={(failure) => (
                <>
                  <FormFailure error={failure} />
                  <FormFoot end>{back}</FormFoot>
                </>
              )}
            >
              <Preview input={input} saving={send.isPending} onConfirm={() => send.mutate(input)} back={back} />
            </AnswerBoundary>
          ) : null}
          {isChecking ? null : (
            <>
              <Textarea
                label={t('people:emails')}
                description={t('people:emailsText')}
                withAsterisk
                rows={3}
                data-autofocus
                value={emailsText}
                onChange={(event) => setEmailsText(event.currentTarget.value)}
              />
              <PlantChoice known={[]} value={plantIds} onChange={setPlantIds} />
              <Select
                label={t('word.role')}
                allowDeselect={false}
                value={role}
                data={plantRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
                onChange={(value) => setRole(plantRoles.find((one) => one === value) ?? role)}
              />
              <DateField
                label={t('people:end.day')}
                description={t('people:end.invite')}
                value={endsOn}
                onChange={setEndsOn}
              />
              {tooMany ? <p role="alert">{t('people:tooMany', peopleLimits)}</p> : null}
              <DialogFoot onCancel={cancel} saving={false}>
                {t('people:check')}
              </DialogFoot>
            </>
          )}
          <FormFailure error={send.error} />
        </form>
      )}
    </FormDialog>
  )
}

type PreviewProps = { input: Input; saving: boolean; onConfirm: () => void; back: ReactNode }

function Preview({ input, saving, onConfirm, back }: PreviewProps) {
  const { t } = useTranslation(['members', 'people'])
  const { results } = useAnswer('previewInvites', input, { staleTime: 0 })
  const pairs = toPairs(results)
  const count = countDone(pairs)
  return (
    <>
      <PairResults results={pairs} done={false} />
      <FormFoot end>
        {back}
        <Button disabled={count === 0} loading={saving} onClick={onConfirm}>
          {t('people:inviteCount', { count })}
        </Button>
      </FormFoot>
    </>
  )
}
