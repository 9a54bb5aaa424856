CREATE TABLE "lamp_change" (
	"central_unit_id" uuid NOT NULL,
	"addr" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"serial" text NOT NULL,
	"mode" text,
	"errors" text[] NOT NULL,
	"condition" text NOT NULL,
	CONSTRAINT "lamp_change_central_unit_id_addr_at_pk" PRIMARY KEY("central_unit_id","addr","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
-- For rows of months that have no part yet; the server makes one of them when it starts.
CREATE TABLE "lamp_change_rest" PARTITION OF "lamp_change" DEFAULT;--> statement-breakpoint
ALTER TABLE "lamp_note" ADD COLUMN "notes_by" text;--> statement-breakpoint
ALTER TABLE "lamp_note" ADD COLUMN "notes_at" timestamp with time zone;