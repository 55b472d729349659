require "minitest/autorun"
require "words"

class TestWords < Minitest::Test
  def test_bytes
    assert_equal 5, Words.bytes("hello")
  end
end
