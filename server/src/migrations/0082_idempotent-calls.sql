CREATE TABLE "idempotent_call" (
	"account_id" uuid NOT NULL,
	"action" text NOT NULL,
	"key" text NOT NULL,
	"payload_hash" text NOT NULL,
	"output" jsonb,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotent_call_account_id_action_key_pk" PRIMARY KEY("account_id","action","key")
);
--> statement-breakpoint
CREATE INDEX "idempotent_call_at" ON "idempotent_call" USING btree ("at");