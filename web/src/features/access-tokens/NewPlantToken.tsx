import { useQueryClient } from '@tanstack/react-query'
import { plantAccessTokenDraft } from '@vigilux/contract/features/access-tokens/access-token.ts'
import { tokenScopes } from '@vigilux/contract/kernel/token-scopes.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { CreateDialog } from '../../shared/form/CreateDialog.tsx'
import { useCheckedForm } from '../../shared/form/form.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import type { CreatedToken } from './NewToken.tsx'
import { type TokenDraft, TokenFields } from './TokenFields.tsx'

type NewPlantTokenProps = { plant: PlantDetails['plant']; onClose: (created?: CreatedToken) => void }

/** Creates a token of the plant; its installer administrator can give every scope. */
export function NewPlantToken({ plant, onClose }: NewPlantTokenProps) {
  const { t } = useTranslation('access-tokens')
  const queries = useQueryClient()
  const plantId = plant.plant_id
  const form = useCheckedForm<TokenDraft>(plantAccessTokenDraft, { name: '', scopes: ['read'], days: 365 })
  const createToken = useActionMutation('createPlantAccessToken')
  const send = async (token: TokenDraft) => {
    const created = await createToken.mutateAsync({ plantId, token })
    // The text is shown once, so it does not wait for the list.
    void queries.invalidateQueries({ queryKey: ['getPlantAccessTokens'] })
    return created
  }
  return (
    <CreateDialog
      form={form}
      send={send}
      onClose={onClose}
      title={t('new')}
      submitLabel={t('make')}
      draft="new-plant-access-token"
      prefix="token."
    >
      <TokenFields form={form} scopes={tokenScopes} timeZone={plant.timezone} />
    </CreateDialog>
  )
}
