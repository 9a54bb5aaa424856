CREATE TABLE "access_token" (
	"id" uuid PRIMARY KEY NOT NULL,
	"maker_id" uuid NOT NULL,
	"plant_id" uuid,
	"plant_ids" uuid[],
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	CONSTRAINT "access_token_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "access_token_name_length" CHECK (char_length(name) between 1 and 60),
	CONSTRAINT "access_token_hash_length" CHECK (char_length(token_hash) = 64),
	CONSTRAINT "access_token_has_scope" CHECK (cardinality(scopes) > 0),
	CONSTRAINT "access_token_safety_of_plant" CHECK (plant_id is not null or not 'safety' = any(scopes)),
	CONSTRAINT "access_token_one_restriction" CHECK (plant_id is null or plant_ids is null),
	CONSTRAINT "access_token_expires" CHECK (expires_at > made_at and expires_at <= made_at + interval '17520 hours'),
	CONSTRAINT "access_token_end_whole" CHECK ((ended_at is null) = (end_reason is null))
);
--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "token_id" uuid;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "token_name" text;--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_maker_id_user_id_fk" FOREIGN KEY ("maker_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_token_maker" ON "access_token" USING btree ("maker_id");--> statement-breakpoint
CREATE INDEX "access_token_plant" ON "access_token" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "access_token_end" ON "access_token" USING btree ((least(ended_at, expires_at)));--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_scopes_known" CHECK ("scopes" <@ ARRAY['read', 'operate', 'configure', 'safety']::text[]);--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_end_reason_known" CHECK ("end_reason" IN ('expired', 'revoked', 'makerLeft'));
