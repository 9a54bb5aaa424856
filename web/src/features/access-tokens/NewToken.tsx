import { useQueryClient } from '@tanstack/react-query'
import { accessTokenDraft } from '@vigilux/contract/features/access-tokens/access-token.ts'
import { type PlantRole, plantRoles } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { CreateDialog } from '../../shared/form/CreateDialog.tsx'
import { useCheckedForm } from '../../shared/form/form.ts'
import { browserTimeZone } from '../../shared/format/wall-time.ts'
import { useSignedInUser } from '../../shared/session/session.ts'
import { scopesOfPerson } from './scopes-of-person.ts'
import { TokenFields } from './TokenFields.tsx'
import { TokenPlants } from './TokenPlants.tsx'

type AccessTokenDraft = z.infer<typeof accessTokenDraft>
export type CreatedToken = ActionOutput<'createAccessToken'>
type NewTokenProps = { onClose: (created?: CreatedToken) => void }

/** Creates a token of the signed-in person. */
export function NewToken({ onClose }: NewTokenProps) {
  const { t } = useTranslation('access-tokens')
  const queries = useQueryClient()
  const form = useCheckedForm<AccessTokenDraft>(accessTokenDraft, {
    name: '',
    scopes: ['read'],
    plantIds: null,
    days: 365,
  })
  const createToken = useActionMutation('createAccessToken')
  const send = async (token: AccessTokenDraft) => {
    const created = await createToken.mutateAsync({ token })
    // The text is shown once, so it does not wait for the list.
    void queries.invalidateQueries({ queryKey: ['getAccessTokens'] })
    return created
  }
  return (
    <CreateDialog
      form={form}
      send={send}
      onClose={onClose}
      title={t('new')}
      submitLabel={t('make')}
      draft="new-access-token"
      prefix="token."
    >
      <Fields form={form} />
    </CreateDialog>
  )
}

function Fields({ form }: { form: ReturnType<typeof useCheckedForm<AccessTokenDraft>> }) {
  const { usertype } = useSignedInUser()
  const { roles } = useAnswer('getAllPlants', { pageSize: 1 })
  const ownRoles = plantRoles.filter((role: PlantRole) => roles[role] > 0)
  return (
    <TokenFields form={form} scopes={scopesOfPerson(usertype, ownRoles)} timeZone={browserTimeZone}>
      <TokenPlants
        value={form.values.plantIds}
        onChange={(plantIds) => form.setFieldValue('plantIds', plantIds)}
        error={form.errors.plantIds}
      />
    </TokenFields>
  )
}
