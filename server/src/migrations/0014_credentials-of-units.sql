ALTER TABLE "unit_link" ADD COLUMN "credential_generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "unit_link" ADD COLUMN "credentials_revoked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "unit_link" ADD COLUMN "credentials_changed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "unit_link_credentials" ON "unit_link" USING btree ("unit") WHERE credential_generation > 0 or credentials_revoked_at is not null or credentials_changed;