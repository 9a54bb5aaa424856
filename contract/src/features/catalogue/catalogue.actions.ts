import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { plantId } from '../../kernel/primitives.ts'
import { lampsByUnit } from '../lamps/lamps-by-unit.ts'
import { family, product, productCode, productKinds, productLine, requestedCode, sparePart } from './product.ts'

export const catalogueActions = defineActions({
  /** One product of the catalogue with its spare parts, for anybody: nothing of a plant is in it. */
  getProductInfo: {
    permission: 'public',
    input: z.strictObject({ productId: requestedCode }),
    output: z.object({
      product,
      family,
      /** The parts that it names, as products of their own. */
      parts: z.array(sparePart.extend({ product: productLine })),
    }),
    errors: ['PRODUCT_NOT_FOUND'],
    effect: 'read',
    limit: { calls: 300, windowS: 60 },
  },
  /** One family of the catalogue with its products, for anybody: nothing of a plant is in it. */
  getFamilyInfo: {
    permission: 'public',
    input: z.strictObject({ familyId: requestedCode }),
    output: z.object({ family, products: z.array(productLine) }),
    errors: ['FAMILY_NOT_FOUND'],
    effect: 'read',
    limit: { calls: 300, windowS: 60 },
  },
  /** The codes of all products of one kind, for anybody: they show which lamps on a drawing are exit signs. */
  getProductCodes: {
    permission: 'public',
    input: z.strictObject({ kind: z.enum(productKinds) }),
    output: z.object({ codes: z.array(productCode) }),
    errors: [],
    effect: 'read',
    limit: { calls: 300, windowS: 60 },
  },
  /**
   * Says which product of the catalogue lamps are, which then stands before what they report; null takes that back. In the platform
   * only: the unit is told nothing. All of them or none.
   */
  updateProductCode: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      lamps: lampsByUnit.min(1, { error: 'no_device_selected' }),
      productCode: productCode.nullable(),
    }),
    output: z.object({}),
    errors: ['LAMP_NOT_FOUND', 'PRODUCT_NOT_FOUND', 'PRODUCT_DOES_NOT_FIT'],
    effect: 'write',
    about: 'lamp',
    cost: 5,
  },
})

export const catalogueErrors = defineErrors({
  /** The catalogue has no product with this code. */
  PRODUCT_NOT_FOUND: 404,
  FAMILY_NOT_FOUND: 404,
  /** The product is no lamp or other device of a unit. */
  PRODUCT_DOES_NOT_FIT: 409,
})
