ALTER TABLE "operation" ADD COLUMN "bundle_id" uuid;--> statement-breakpoint
CREATE INDEX "operation_of_bundle" ON "operation" USING btree ("bundle_id") WHERE bundle_id is not null;