CREATE TABLE `readings` (
	`submission_id` text NOT NULL,
	`key` text NOT NULL,
	`read_at` integer NOT NULL,
	`corrections` text NOT NULL,
	`reading` text NOT NULL,
	`looks` text NOT NULL,
	PRIMARY KEY(`submission_id`, `key`),
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `statements` (
	`submission_id` text NOT NULL,
	`number` integer NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	`pushed` integer DEFAULT false NOT NULL,
	`batch_id` text,
	`statement` text NOT NULL,
	PRIMARY KEY(`submission_id`, `number`),
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`batch_id`) REFERENCES `grade_batches`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `statements_by_person` ON `statements` (`by`);--> statement-breakpoint
CREATE INDEX `statements_by_batch` ON `statements` (`batch_id`);--> statement-breakpoint
ALTER TABLE `analyses` ADD `basis` text;
--> statement-breakpoint
ALTER TABLE `analyses` ADD `reading` text;
--> statement-breakpoint
ALTER TABLE `analyses` ADD `predictions` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
ALTER TABLE `analyses` ADD `last_object` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE analyses SET
	predictions = (
		SELECT json_group_array(json(shown)) FROM (
			SELECT json_object(
				'object', p.object_id, 'className', p.class_name, 'label', p.label, 'box', json_object('x', p.x, 'y', p.y, 'width', p.width, 'height', p.height),
				'confidence', p.confidence, 'by', CASE p.source WHEN 'person' THEN 'person' ELSE 'machine' END,
				'sheet', json_object('x', p.sheet_x, 'y', p.sheet_y)) AS shown
			FROM predictions p WHERE p.analysis_id = analyses.id AND NOT p.removed ORDER BY p.object_id
		)
	),
	last_object = (SELECT coalesce(max(object_id), 0) FROM predictions WHERE analysis_id = analyses.id);
--> statement-breakpoint
-- What came to nothing is no correction.
UPDATE analyses SET edited = 0 WHERE edited AND json_array_length(wire_corrections) = 0 AND NOT EXISTS (
	SELECT 1 FROM predictions WHERE analysis_id = analyses.id AND (removed OR source = 'person')
);
--> statement-breakpoint
-- Nobody recorded who corrected a page, and when: what was removed comes first, and all before a choice. A choice gave the
-- first grade of its person in its millisecond; those after it are grades of their own, as is one that was pushed with it.
WITH given AS (
	SELECT a.submission_id, min(g.id) AS id
	FROM analyses a JOIN grade_log g ON g.submission_id = a.submission_id AND NOT g.pushed
		AND g.changed_at = json_extract(a.chosen, '$.at') AND g.changed_by = json_extract(a.chosen, '$.by')
	WHERE NOT coalesce(json_extract(a.chosen, '$.pushed'), 0) GROUP BY a.submission_id
)
INSERT INTO statements (submission_id, number, by, at, pushed, batch_id, statement)
SELECT submission_id, row_number() OVER (PARTITION BY submission_id ORDER BY at, rank, seq), by, at, pushed, batch_id, statement
FROM (
	SELECT a.submission_id, '' AS by, coalesce(json_extract(a.chosen, '$.at'), a.updated_at) AS at, 1 AS rank,
		p.object_id AS seq, 0 AS pushed, NULL AS batch_id,
		json_object('kind', 'object', 'object', p.object_id, 'called', '', 'was', json_object('className', p.class_name, 'label', p.label, 'box', json_object('x', p.x, 'y', p.y, 'width', p.width, 'height', p.height)), 'is', NULL) AS statement
	FROM predictions p JOIN analyses a ON a.id = p.analysis_id WHERE a.edited AND p.removed
	UNION ALL
	SELECT a.submission_id, '', coalesce(json_extract(a.chosen, '$.at'), a.updated_at), 2, p.object_id, 0, NULL,
		json_object('kind', 'object', 'object', p.object_id, 'called', '', 'was', NULL, 'is', json_object('className', p.class_name, 'label', p.label, 'box', json_object('x', p.x, 'y', p.y, 'width', p.width, 'height', p.height)))
	FROM predictions p JOIN analyses a ON a.id = p.analysis_id
	WHERE a.edited AND NOT p.removed AND p.source = 'person'
	UNION ALL
	SELECT submission_id, '', coalesce(json_extract(chosen, '$.at'), updated_at), 3, 0, 0, NULL,
		json_object('kind', 'wires', 'add', json(wire_corrections), 'drop', json('[]'))
	FROM analyses WHERE edited AND json_array_length(wire_corrections) > 0
	UNION ALL
	SELECT submission_id, '', updated_at, 4, 0, 0, NULL,
		json_object('kind', 'choice', 'name', taken_back, 'text', '',
			'netlist', json('{"nets":0,"gates":[],"inputs":[],"outputs":[]}'))
	FROM analyses WHERE taken_back IS NOT NULL AND chosen IS NULL
	UNION ALL
	SELECT submission_id, by, at, 6, 0, pushed, NULL,
		CASE WHEN grade IS NULL THEN choice ELSE json_set(choice, '$.grade', json(grade)) END
	FROM (
		SELECT a.submission_id, json_extract(a.chosen, '$.by') AS by, json_extract(a.chosen, '$.at') AS at,
			coalesce(json_extract(a.chosen, '$.pushed'), 0) AS pushed,
			json_object('kind', 'choice', 'name', json_extract(a.chosen, '$.name'), 'text', json_extract(a.chosen, '$.text'),
				'netlist', json(json_extract(a.chosen, '$.netlist'))) AS choice,
			(
				SELECT json_object('graded', json('true'), 'totalGrade', g.total_grade, 'comment', g.comment)
				FROM given JOIN grade_log g ON g.id = given.id WHERE given.submission_id = a.submission_id
			) AS grade
		FROM analyses a WHERE a.chosen IS NOT NULL
	)
	UNION ALL
	SELECT g.submission_id, g.changed_by, g.changed_at,
		CASE WHEN g.changed_at = json_extract(a.chosen, '$.at') AND g.id > coalesce(given.id, 0) THEN 7 ELSE 5 END, g.id, g.pushed,
		(
			SELECT e.batch_id FROM grade_batch_entries e JOIN grade_batches b ON b.id = e.batch_id
			WHERE e.submission_id = g.submission_id AND b.created_at = g.changed_at LIMIT 1
		),
		json_object('kind', 'grade', 'grade', json_object(
			'graded', json(CASE WHEN g.total_grade IS NULL THEN 'false' ELSE 'true' END),
			'totalGrade', g.total_grade, 'comment', g.comment))
	FROM grade_log g JOIN analyses a ON a.submission_id = g.submission_id
	LEFT JOIN given ON given.submission_id = g.submission_id
	WHERE g.id IS NOT given.id
);
--> statement-breakpoint
INSERT INTO statements (submission_id, number, by, at, statement)
SELECT a.submission_id, max(s.number) + 1, '', a.updated_at, json_object('kind', 'take-back', 'number', (
	SELECT number FROM statements t
	WHERE t.submission_id = a.submission_id AND json_extract(t.statement, '$.name') = a.taken_back AND t.by = ''
))
FROM analyses a JOIN statements s ON s.submission_id = a.submission_id
WHERE a.taken_back IS NOT NULL AND a.chosen IS NULL GROUP BY a.id;
--> statement-breakpoint
-- Grades and comments that no log knows.
INSERT INTO statements (submission_id, number, by, at, statement)
SELECT s.id, coalesce((SELECT max(number) FROM statements WHERE submission_id = s.id), 0) + 1, '',
	coalesce((SELECT max(at) FROM statements WHERE submission_id = s.id), s.received_at),
	json_object('kind', 'grade', 'grade', json_object(
		'graded', json(CASE WHEN s.graded THEN 'true' ELSE 'false' END), 'totalGrade', s.total_grade, 'comment', s.comment))
FROM submissions s
LEFT JOIN statements g ON g.submission_id = s.id AND g.number = (
	SELECT max(number) FROM statements WHERE submission_id = s.id AND json_extract(statement, '$.grade') IS NOT NULL
)
WHERE coalesce(json_extract(g.statement, '$.grade.graded'), 0) IS NOT s.graded
	OR json_extract(g.statement, '$.grade.totalGrade') IS NOT s.total_grade
	OR json_extract(g.statement, '$.grade.comment') IS NOT s.comment;
--> statement-breakpoint
-- What the machine read by itself. Of corrected pages only what drawings are compared by was kept.
INSERT INTO readings (submission_id, key, read_at, corrections, reading, looks)
SELECT a.submission_id, 'older', a.updated_at, '[]', json_object(
	'netlist', json(json_extract(a.uncorrected, '$.netlist')), 'wires', json(json_extract(a.uncorrected, '$.wires')),
	'predictions', (
		SELECT json_group_array(json_set(value, '$.object', key + 1, '$.by', 'machine'))
		FROM json_each(a.uncorrected, '$.predictions')
	),
	'result', NULL), '[]'
FROM analyses a WHERE a.edited AND a.uncorrected IS NOT NULL;
--> statement-breakpoint
INSERT INTO readings (submission_id, key, read_at, corrections, reading, looks)
SELECT a.submission_id, 'older', a.updated_at, '[]', json_object(
	'netlist', NULL, 'wires', json('[]'),
	'predictions', (
		SELECT json_group_array(json(seen)) FROM (
			SELECT json_object(
				'object', p.object_id, 'className', p.class_name, 'label', p.label,
				'box', json_object('x', p.x, 'y', p.y, 'width', p.width, 'height', p.height),
				'confidence', p.confidence, 'by', 'machine', 'sheet', json_object('x', p.sheet_x, 'y', p.sheet_y)) AS seen
			FROM predictions p WHERE p.analysis_id = a.id AND (p.removed OR p.source <> 'person') ORDER BY p.object_id
		)
	),
	'result', NULL), '[]'
FROM analyses a WHERE a.edited AND a.uncorrected IS NULL AND a.width > 0;
--> statement-breakpoint
INSERT INTO readings (submission_id, key, read_at, corrections, reading, looks)
SELECT a.submission_id, CASE WHEN a.edited THEN 'older-corrected' ELSE 'older' END, a.updated_at,
	CASE WHEN a.edited THEN (
		SELECT json_group_array(number) FROM (
			SELECT number FROM statements
			WHERE submission_id = a.submission_id AND json_extract(statement, '$.kind') IN ('object', 'wires')
			ORDER BY number
		)
	) ELSE '[]' END,
	json_object(
		'netlist', json(CASE WHEN a.chosen IS NULL THEN a.netlist ELSE json_extract(a.chosen, '$.instead.reading.netlist') END),
		'wires', json(CASE WHEN a.chosen IS NULL THEN a.wires ELSE json_extract(a.chosen, '$.instead.reading.wires') END),
		'predictions', json(a.predictions),
		'result', json_object(
			'width', a.width, 'height', a.height,
			'inputs', json(CASE WHEN a.chosen IS NULL THEN a.inputs ELSE json_extract(a.chosen, '$.instead.reading.inputs') END),
			'outputs', json(CASE WHEN a.chosen IS NULL THEN a.outputs ELSE json_extract(a.chosen, '$.instead.reading.outputs') END),
			'problems', json(CASE WHEN a.chosen IS NULL THEN a.problems ELSE json_extract(a.chosen, '$.instead.reading.problems') END),
			'confidence', CASE WHEN a.chosen IS NULL THEN a.confidence ELSE json_extract(a.chosen, '$.instead.reading.confidence') END)),
	coalesce((SELECT looks FROM page_looks WHERE analysis_id = a.id), '[]')
FROM analyses a
WHERE a.width > 0 AND a.problems NOT LIKE '%"predictions-changed"%';
--> statement-breakpoint
UPDATE analyses SET
	basis = (SELECT key FROM readings r WHERE r.submission_id = analyses.submission_id AND r.key = 'older'),
	reading = (
		SELECT key FROM readings r
		WHERE r.submission_id = analyses.submission_id AND (r.key = 'older-corrected' OR (NOT analyses.edited AND r.looks <> '[]'))
	),
	revision = coalesce((
		SELECT max(number) FROM statements s
		WHERE s.submission_id = analyses.submission_id AND json_extract(s.statement, '$.kind') <> 'grade'
	), 0),
	chosen = CASE WHEN chosen IS NULL THEN NULL ELSE json_object(
		'name', json_extract(chosen, '$.name'), 'text', json_extract(chosen, '$.text'), 'by', json_extract(chosen, '$.by'),
		'at', json_extract(chosen, '$.at'),
		'pushed', json(CASE WHEN json_extract(chosen, '$.pushed') THEN 'true' ELSE 'false' END)) END;
--> statement-breakpoint
DROP TABLE `grade_batch_entries`;
--> statement-breakpoint
DROP TABLE `grade_log`;
--> statement-breakpoint
DROP TABLE `page_looks`;
--> statement-breakpoint
DROP TABLE `predictions`;
--> statement-breakpoint
ALTER TABLE `analyses` DROP COLUMN `wire_corrections`;
--> statement-breakpoint
ALTER TABLE `analyses` DROP COLUMN `uncorrected`;
--> statement-breakpoint
ALTER TABLE `analyses` DROP COLUMN `taken_back`;